import { useMemo } from 'react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Group } from '@/admin/ui/Group';
import { NumberField } from '@/admin/ui/NumberField';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { wholeNumbers } from '@/admin/ui/wholeNumber';
import type { AdminShipping } from '@/api/schema';
import { save } from '@/api/save';
import { Checkbox } from '@/ui/Checkbox';
import { Fetched } from '@/ui/Fetched';
import { SelectField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { OwnWays } from './OwnWays';
import { PlacesField } from './PlacesField';
import { counts, labels, typed, waysOf, type Typed } from './form';

const query = adminQuery('/api/admin/shipping');

/**
 * Page of the shipping rules: couriers, own ways of shipping, cash on delivery and free shipping.
 */
function ShippingPage() {
  return (
    <Screen
      title="Pengiriman"
      text="Yang ditawarkan kepada pembeli. Pesanan yang sudah dibuat tidak berubah."
      back={{ to: adminPaths.settings(), label: 'Pengaturan' }}
    >
      <Fetched query={query}>{(rules) => <RulesForm rules={rules} />}</Fetched>
    </Screen>
  );
}

function RulesForm({ rules }: { rules: AdminShipping }) {
  const initial = useMemo(() => typed(rules), [rules]);
  const draft = useDraft<Typed>({
    // Places used to be plain text: drafts from that time must not be restored here.
    name: 'shipping-rules',
    initial,
    read: typed,
    save: async (wanted) => {
      const { packing_days, cod_most_rp, free_from_rp, free_most_rp } = wholeNumbers(
        wanted,
        counts,
      );
      const body = {
        couriers_off: wanted.couriers_off,
        packing_days: packing_days ?? 0,
        cod: wanted.cod,
        cod_most_rp: cod_most_rp ?? 0,
        cod_places: wanted.cod_places,
        free_from_rp: free_from_rp ?? 0,
        free_most_rp: free_most_rp ?? 0,
        free_places: wanted.free_places,
        own: waysOf(wanted.own),
        version: wanted.version,
      };
      await save('PUT /api/admin/shipping', { body }, { keep: query });
      toast('success', 'Aturan pengiriman disimpan.');
    },
  });
  const { tie, change, errors } = draft;
  const { couriers_off: off, cod_places, free_places } = draft.draft;
  return (
    <DraftForm draft={draft} labels={labels}>
      <div className="grid gap-6">
        <Group title="Kurir">
          <fieldset className="min-w-0 sm:col-span-2">
            <legend className="text-sm font-medium">Ditawarkan kepada pembeli</legend>
            <div className="mt-2 grid gap-x-4 sm:grid-cols-3">
              {rules.couriers.map(({ id, name }) => (
                <label key={id} className="flex min-h-11 items-center gap-3">
                  <Checkbox
                    name="couriers_off"
                    checked={!off.includes(id)}
                    onChange={({ target }) =>
                      change({
                        couriers_off: target.checked
                          ? off.filter((each) => each !== id)
                          : [...off, id],
                      })
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
            {errors.couriers_off && (
              <p className="mt-1 text-sm text-danger">{errors.couriers_off}</p>
            )}
          </fieldset>
          <NumberField
            label="Lama pengemasan (hari kerja)"
            {...tie('packing_days')}
            hint="Ditambahkan ke perkiraan kurir. 0 sampai 30."
          />
        </Group>
        <OwnWays draft={draft} known={rules.places} />
        <Group title="Gratis ongkir">
          <NumberField
            label="Mulai belanja (Rp)"
            {...tie('free_from_rp')}
            hint="Harga barang sebelum voucher. 0: tidak ada gratis ongkir."
          />
          <NumberField
            label="Ditanggung paling banyak (Rp)"
            {...tie('free_most_rp')}
            hint="Selebihnya dibayar pembeli. 0: seluruh ongkir."
          />
          <PlacesField
            label="Hanya ke"
            name="free_places"
            known={rules.places}
            value={free_places}
            onPlaces={(places) => change({ free_places: places })}
            error={errors.free_places}
            className="sm:col-span-2"
          />
        </Group>
        <Group title="COD (bayar di tempat)">
          <SelectField label="COD" {...tie('cod')}>
            <option value="true">Ditawarkan</option>
            <option value="false">Tidak ditawarkan</option>
          </SelectField>
          <NumberField
            label="Sampai total (Rp)"
            {...tie('cod_most_rp')}
            hint="Barang dan ongkir. 0: tanpa batas."
          />
          <PlacesField
            label="Hanya di"
            name="cod_places"
            known={rules.places}
            value={cod_places}
            onPlaces={(places) => change({ cod_places: places })}
            error={errors.cod_places}
            className="sm:col-span-2"
          />
        </Group>
      </div>
    </DraftForm>
  );
}

export { ShippingPage as Component };
