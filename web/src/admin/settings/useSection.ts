/** Form of a section of the settings, which is saved separately from the others. */
import { useMemo } from 'react';
import { adminQuery } from '@/admin/ui/adminQuery';
import { percents } from '@/admin/ui/percent';
import { useDraft } from '@/admin/ui/useDraft';
import { requiredNumbers } from '@/admin/ui/wholeNumber';
import { save } from '@/api/save';
import type { AdminSettings } from '@/api/schema';
import { number } from '@/format';
import { shop } from '@/shop';
import { toast } from '@/ui/toast';

/** The owner's settings. */
export const settingsQuery = adminQuery('/api/admin/settings');

/** Name of a section that can be saved. */
type Section = Exclude<keyof AdminSettings, 'bank_choices' | 'operation'>;

type Values<S extends Section> = AdminSettings[S]['values'];

/** Names of the fields with values of type `Value`. */
type FieldsOf<S extends Section, Value> = {
  [Field in keyof Values<S>]: Values<S>[Field] extends Value ? Field : never;
}[keyof Values<S>] &
  string;

/** Values of a section as typed, and the version that is edited. */
export type Typed<S extends Section, Count extends string = never> = Omit<Values<S>, Count> &
  Record<Count, string> & { version: number };

type Fields<S extends Section, Count extends string> = {
  /** Fields with a whole number, with their labels in messages. */
  counts?: Record<Count, string>;
  /** Fields with a percentage, with their labels in messages. */
  percentages?: Partial<Record<FieldsOf<S, string>, string>>;
};

/** Manages the form of a section. */
export function useSection<S extends Section, Count extends FieldsOf<S, number> = never>(
  section: S,
  settings: AdminSettings,
  { counts, percentages = {} }: Fields<S, Count> = {},
) {
  const countNames = counts ?? ({} as Record<Count, string>);
  const read = ({ [section]: { values, version } }: AdminSettings) => {
    const shown = Object.entries(values).map(([field, value]) => {
      if (field in countNames) return [field, number(value as number)];
      return [field, field in percentages ? String(value).replace('.', ',') : value];
    });
    return { ...Object.fromEntries(shown), version } as Typed<S, Count>;
  };
  const { [section]: current } = settings;
  // oxlint-disable-next-line react/exhaustive-deps -- the names of a section's fields never change
  const initial = useMemo(() => read(settings), [current]);
  return useDraft<Typed<S, Count>>({
    name: `settings-${section}`,
    initial,
    read,
    save: async ({ version, ...typed }) => {
      percents(typed as Record<string, unknown>, percentages as Record<string, string>);
      const numbers = requiredNumbers(typed as unknown as Record<Count, string>, countNames);
      // The calls of all sections differ only in their address and values.
      const call = `PUT /api/admin/settings/${section}` as 'PUT /api/admin/settings/contact';
      const body = {
        values: { ...typed, ...numbers },
        version,
      } as unknown as AdminSettings['contact'];
      showInTab(await save(call, { body }, { keep: settingsQuery }));
      toast('success', 'Pengaturan disimpan.');
    },
  });
}

/** Copies the saved settings into the `shop` of this tab, so that the page need not be reloaded. */
function showInTab({ contact, registration, payouts, sales, taxes }: AdminSettings) {
  Object.assign(shop, contact.values, {
    taxable: taxes.values.taxable,
    minimum_binds: sales.values.minimum_binds,
    registration_later: registration.values.later,
    more_banks: payouts.values.more_banks,
    plan_a_text: registration.values.plan_a_text,
    plan_b_text: registration.values.plan_b_text,
    retail: sales.values.visitor_prices === 'retail',
  });
}
