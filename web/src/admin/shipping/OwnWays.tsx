import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { PlacesField } from './PlacesField';
import { newWay, type Typed, type TypedWay } from './form';

type Props = { draft: Draft<Typed>; known: readonly string[] };

/** Maximum number of the shop's own ways of shipping. */
const MOST = 10;

/** Fields for the shop's own ways of shipping, without a courier. */
export function OwnWays({ draft: { draft, change, errors }, known }: Props) {
  const { own } = draft;
  const add = useRef<HTMLDivElement>(null);
  const put = (at: number, typed: Partial<TypedWay>) =>
    change({ own: own.map((way, place) => (place === at ? { ...way, ...typed } : way)) });
  return (
    <section aria-label="Cara kirim toko" className="card p-5 sm:p-6">
      <h2 className="font-display text-lg font-semibold">Cara kirim toko</h2>
      <p className="mt-1 text-sm text-muted">
        Diantar sendiri dengan ongkir tetap, atau diambil pembeli. Nomor resinya nomor pesanan.
      </p>
      {errors.own && <p className="mt-2 text-sm text-danger">{errors.own}</p>}
      {own.map((way, at) => (
        <fieldset
          // The ways have no unique names before they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          className="mt-4 grid items-start gap-4 border-t border-line pt-4 sm:grid-cols-2"
        >
          <legend className="sr-only">{`Cara kirim ${at + 1}`}</legend>
          <TextField
            label="Nama"
            name="own"
            value={way.name}
            onChange={({ target }) => put(at, { name: target.value })}
            maxLength={40}
            placeholder="Ambil di toko"
          />
          <NumberField
            label="Ongkos kirim (Rp)"
            value={way.cost_rp}
            onChange={({ target }) => put(at, { cost_rp: target.value })}
            hint="Berapa pun beratnya. 0: gratis."
          />
          <TextField
            label="Lama kirim (hari)"
            value={way.days}
            onChange={({ target }) => put(at, { days: target.value })}
            maxLength={5}
            placeholder="1-2"
            hint="Boleh kosong."
          />
          <PlacesField
            // Text that was typed but not chosen belongs to one way; no other way may take it over.
            key={own.length}
            label="Hanya untuk"
            known={known}
            value={way.places}
            onPlaces={(places) => put(at, { places })}
          />
          <div className="sm:col-span-2">
            <Button
              look="outline"
              onClick={() => {
                change({ own: own.filter((_way, place) => place !== at) });
                add.current?.querySelector('button')?.focus();
              }}
            >
              <Trash2 aria-hidden size={18} />
              Hapus cara ini
            </Button>
          </div>
        </fieldset>
      ))}
      {own.length < MOST && (
        <div ref={add} className="mt-4">
          <Button look="outline" onClick={() => change({ own: [...own, newWay] })}>
            <Plus aria-hidden size={18} />
            Tambah cara kirim
          </Button>
        </div>
      )}
    </section>
  );
}
