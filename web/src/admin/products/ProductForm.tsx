import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DraftForm } from '@/admin/ui/DraftForm';
import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { SelectField, TextAreaField, TextField } from '@/ui/Field';
import { PicturesField } from './PicturesField';
import { query } from '@/api/calls';
import type { AdminProduct } from '@/api/schema';
import { labels, type ProductDraft } from './productDraft';
import { Checkbox } from '@/ui/Checkbox';
import { MomentFields, PriceFields } from './TermsFields';
import { VariantsField } from './VariantsField';

type Props = {
  draft: Draft<ProductDraft>;
  /** Existing product; none for a new one. */
  product?: AdminProduct;
  isNew?: boolean;
  actions?: ReactNode;
};

/** The form of a product. */
export function ProductForm({ draft, product, isNew = false, actions }: Props) {
  const { tie, change, errors } = draft;
  const { data } = useQuery(query('/api/admin/categories'));
  return (
    <DraftForm
      draft={draft}
      labels={labels}
      save={isNew ? 'Buat produk' : 'Simpan'}
      actions={actions}
    >
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-5">
          <section className="card grid content-start gap-5 p-4 sm:p-6">
            <TextField label="Nama" maxLength={120} autoComplete="off" {...tie('name')} />
            <SelectField label="Kategori" {...tie('category_id')}>
              <option value="">Pilih kategori</option>
              {data?.categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <div className="grid gap-5 sm:grid-cols-2">
              <NumberField label="Harga (Rp)" {...tie('price_rp')} />
              <NumberField label="BV (poin)" {...tie('bv')} />
              <NumberField
                label="Berat kirim (gram)"
                hint="Dengan kemasannya; ongkos kirim dihitung dari sini."
                {...tie('weight_gr')}
              />
              <NumberField label="Isi bersih (ml)" hint="0 bila tidak diukur." {...tie('net_ml')} />
              <NumberField label="Pemesanan minimal" {...tie('min_order')} />
              {isNew && !draft.draft.by_variant && (
                <NumberField
                  label="Stok awal"
                  hint="Dicatat sebagai barang diterima."
                  {...tie('opening_stock')}
                />
              )}
            </div>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField label="SKU" maxLength={40} autoComplete="off" {...tie('sku')} />
              <TextField
                label="Rak"
                hint="Tempat barangnya di gudang, untuk daftar ambil."
                maxLength={30}
                autoComplete="off"
                {...tie('shelf')}
              />
              <TextField
                label="Barcode"
                hint="Pindai dari kemasannya; dipakai saat mengemas dengan pemindai."
                maxLength={40}
                autoComplete="off"
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                {...tie('barcode')}
              />
            </div>
            <TextAreaField label="Deskripsi" rows={6} maxLength={5000} {...tie('description')} />
            <TextAreaField label="Komposisi" maxLength={5000} {...tie('composition')} />
            <TextAreaField label="Cara pakai" maxLength={5000} {...tie('usage')} />
            <TextAreaField label="Penyimpanan" maxLength={5000} {...tie('storage')} />
          </section>
          <PriceFields draft={draft} />
        </div>
        <div className="grid content-start gap-5">
          <section className="card grid gap-6 p-4 sm:p-6">
            <PicturesField
              name="images"
              label="Gambar galeri"
              hint="Yang pertama mewakili produk di seluruh toko. JPG, PNG, atau WebP, paling besar 12 MB."
              first="Utama"
              pictures={draft.draft.images}
              error={errors.images}
              onChange={(images) => change({ images })}
            />
            <PicturesField
              name="augmented"
              label="Gambar pemakaian"
              hint="Produk saat dipakai, di bawah keterangannya."
              pictures={draft.draft.augmented}
              error={errors.augmented}
              onChange={(augmented) => change({ augmented })}
            />
          </section>
          {isNew && (
            <section className="card p-4 sm:p-6">
              <label className="flex min-h-11 items-center gap-3">
                <Checkbox
                  checked={draft.draft.draft}
                  aria-describedby="draft-note"
                  onChange={(event) => change({ draft: event.target.checked })}
                />
                <span className="font-medium">Simpan sebagai konsep</span>
              </label>
              <p id="draft-note" className="text-sm text-muted">
                Belum tampil di toko sampai Anda menerbitkannya.
              </p>
            </section>
          )}
          <MomentFields
            draft={draft}
            comes={isNew ? draft.draft.draft : product?.status !== 'for_sale'}
          />
        </div>
        <section className="card p-4 sm:p-6 lg:col-span-2">
          <VariantsField
            draft={draft.draft}
            product={product}
            error={errors.variants}
            onChange={change}
          />
        </section>
      </div>
    </DraftForm>
  );
}
