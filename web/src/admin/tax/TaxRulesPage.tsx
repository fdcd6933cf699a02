import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Fetched } from '@/ui/Fetched';
import { NumberField } from '@/admin/ui/NumberField';
import { percent } from '@/components/percent';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { wholeNumber } from '@/admin/ui/wholeNumber';
import type { TaxRuleShown, TaxRules } from '@/api/schema';
import { save } from '@/api/save';
import { monthName } from '@/dates';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';

const rules = adminQuery('/api/admin/tax/rules');

/** Income tax rules, each valid from a certain month on. */
function TaxRulesPage() {
  return (
    <Screen
      title="Aturan PPh 21"
      text="Aturan baru menggantikan yang lama mulai bulannya; yang sudah dipotong tidak berubah. Konsultan pajak toko yang memastikan aturannya."
      back={{ to: adminPaths.tax(), label: 'Pajak bonus' }}
    >
      <Fetched query={rules}>{(data) => <Rules data={data} />}</Fetched>
    </Screen>
  );
}

function Rules({ data }: { data: TaxRules }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-4">
        {data.method === 'flat' && (
          <p className="rounded-2xl bg-info-soft px-4 py-3 text-sm text-info">
            Toko ini memotong persentase tetap. Pilih PPh 21 di Pengaturan agar aturan ini dipakai.
          </p>
        )}
        {data.rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </div>
      {data.rules[0] && <NewRule before={data.rules[0]} />}
    </div>
  );
}

function Rule({ rule }: { rule: TaxRuleShown }) {
  const [asking, setAsking] = useState(false);
  const { from_month, layers } = rule;
  return (
    <section aria-label={`Mulai ${monthName(from_month)}`} className="card p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-display text-lg font-semibold">Mulai {monthName(from_month)}</h2>
        {rule.is_current && <Badge tone="good">Berlaku</Badge>}
        {rule.is_ahead && <Badge tone="info">Akan berlaku</Badge>}
        {rule.is_ahead && (
          <Button look="outline" onClick={() => setAsking(true)}>
            <Trash2 aria-hidden size={17} /> Hapus
          </Button>
        )}
      </div>
      <p className="mt-2 text-sm text-muted">
        Dasar {percent(rule.base_percent)} dari bruto; {percent(rule.surcharge_percent)} lebih
        tinggi tanpa NPWP atau NIK yang tervalidasi.
      </p>
      <dl className="mt-3 divide-y divide-line text-sm">
        {layers.map(({ from_rp, rate }, place) => {
          const end = layers[place + 1]?.from_rp;
          return (
            <div key={from_rp} className="flex justify-between gap-4 py-2 tabular-nums">
              <dt className="text-muted">
                {end === undefined
                  ? `di atas ${rupiah(from_rp)}`
                  : from_rp === 0
                    ? `sampai ${rupiah(end)}`
                    : `${rupiah(from_rp)} sampai ${rupiah(end)}`}
              </dt>
              <dd className="font-medium whitespace-nowrap">{percent(rate)}</dd>
            </div>
          );
        })}
      </dl>
      {asking && (
        <ConfirmDialog
          title="Hapus aturan ini?"
          text={`Mulai ${monthName(from_month)} tetap berlaku aturan sebelumnya.`}
          confirm="Ya, hapus"
          onConfirm={() =>
            save('DELETE /api/admin/tax/rules/{id}', { params: { id: rule.id } }, { keep: rules })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

type Draft = {
  from_month: string;
  base_percent: string;
  surcharge_percent: string;
  layers: { from: string; rate: string }[];
};

const typed = (decimal: string) => decimal.replace('.', ',');

/** Form of a new rule; its first values are those of the newest rule. */
function NewRule({ before }: { before: TaxRuleShown }) {
  const initial = useMemo<Draft>(
    () => ({
      from_month: '',
      base_percent: typed(before.base_percent),
      surcharge_percent: typed(before.surcharge_percent),
      layers: before.layers.map(({ from_rp, rate }) => ({
        from: number(from_rp),
        rate: typed(rate),
      })),
    }),
    [before],
  );
  const draft = useDraft<Draft>({
    name: 'tax-rule',
    initial,
    save: async ({ layers, ...rest }) => {
      const body = {
        ...rest,
        layers: layers.map(({ from, rate }) => ({ from_rp: wholeNumber(from) ?? -1, rate })),
      };
      await save('POST /api/admin/tax/rules', { body }, { keep: rules });
      toast('success', 'Aturan disimpan');
    },
  });
  const { layers } = draft.draft;
  const put = (place: number, changed: Partial<Draft['layers'][number]>) =>
    draft.change({
      layers: layers.map((layer, each) => (each === place ? { ...layer, ...changed } : layer)),
    });
  return (
    <section aria-labelledby="new-rule" className="card p-5">
      <h2 id="new-rule" className="mb-4 font-display text-lg font-semibold">
        Aturan baru
      </h2>
      <DraftForm draft={draft} save="Simpan aturan" plain>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Mulai bulan"
            type="month"
            className="sm:col-span-2"
            {...draft.tie('from_month')}
          />
          <TextField
            label="Dasar (% dari bruto)"
            inputMode="decimal"
            {...draft.tie('base_percent')}
          />
          <TextField
            label="Tambahan tanpa nomor (%)"
            inputMode="decimal"
            {...draft.tie('surcharge_percent')}
          />
        </div>
        <fieldset className="mt-5 grid gap-3">
          <legend className="mb-2 text-sm font-semibold">Lapisan</legend>
          {draft.errors.layers && (
            <p role="alert" className="text-sm text-danger">
              {draft.errors.layers}
            </p>
          )}
          {Array.from({ length: layers.length }, (_, place) => (
            <div key={place} className="grid grid-cols-2 items-end gap-3">
              <NumberField
                label={`Lapisan ${place + 1}, mulai (Rp)`}
                value={layers[place]?.from ?? ''}
                onChange={({ target: { value } }) => put(place, { from: value })}
              />
              <TextField
                label={`Tarif ${place + 1} (%)`}
                inputMode="decimal"
                value={layers[place]?.rate ?? ''}
                onChange={({ target: { value } }) => put(place, { rate: value })}
              />
            </div>
          ))}
          <div className="flex flex-wrap gap-3">
            <Button
              look="outline"
              disabled={layers.length >= 20}
              onClick={() => draft.change({ layers: [...layers, { from: '', rate: '' }] })}
            >
              <Plus aria-hidden size={18} /> Tambah lapisan
            </Button>
            {layers.length > 1 && (
              <Button look="outline" onClick={() => draft.change({ layers: layers.slice(0, -1) })}>
                <Trash2 aria-hidden size={18} /> Hapus lapisan {layers.length}
              </Button>
            )}
          </div>
        </fieldset>
      </DraftForm>
    </section>
  );
}

export { TaxRulesPage as Component };
