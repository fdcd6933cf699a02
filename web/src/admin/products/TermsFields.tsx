import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { TextField } from '@/ui/Field';
import type { ProductDraft } from './productDraft';

type Props = { draft: Draft<ProductDraft> };

/** Promotion of a product, and its price for buyers who are not members. */
export function PriceFields({ draft: { draft, tie } }: Props) {
  const own = draft.variants.filter(({ name, price_rp }) => name.trim() && price_rp.trim());
  return (
    <section className="card p-4 sm:p-6" aria-labelledby="promo-heading">
      <h2 id="promo-heading" className="font-medium">
        Promo dan harga umum
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Selama promo berjalan, pembeli membayar harga promo dan harga biasanya dicoret. BV tetap.
        {own.length > 0 &&
          ` Varian dengan harga sendiri tidak ikut promo: ${own.map(({ name }) => name).join(', ')}.`}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          label="Harga promo (Rp)"
          hint="Kosongkan bila tidak ada promo."
          {...tie('promo_rp')}
        />
        <TextField
          label="Promo mulai (WIB)"
          type="datetime-local"
          hint="Kosong berarti langsung berlaku."
          {...tie('promo_from')}
        />
        <TextField
          label="Promo berakhir (WIB)"
          type="datetime-local"
          hint="Kosong berarti sampai Anda menghapusnya."
          {...tie('promo_until')}
        />
        <NumberField
          label="Harga umum (Rp)"
          hint="Harga bagi yang bukan anggota, lebih dari harga produk. Siapa yang melihatnya diatur di Pengaturan."
          {...tie('retail_rp')}
        />
      </div>
    </section>
  );
}

/** Fields for the times when a product automatically enters and leaves the shop. */
export function MomentFields({ draft: { tie }, comes }: Props & { comes: boolean }) {
  return (
    <section className="card grid gap-5 p-4 sm:p-6" aria-labelledby="moments-heading">
      <h2 id="moments-heading" className="font-medium">
        Jadwal
      </h2>
      {comes && (
        <TextField
          label="Terbit pada (WIB)"
          type="datetime-local"
          hint="Produk masuk ke toko dengan sendirinya. Kosongkan untuk membatalkan."
          {...tie('publish_at')}
        />
      )}
      <TextField
        label="Turun pada (WIB)"
        type="datetime-local"
        hint="Produk keluar dari toko dengan sendirinya. Kosongkan bila tetap dijual."
        {...tie('withdraw_at')}
      />
    </section>
  );
}
