import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { sentence } from '@/errors';
import type { StockForm, StockNow } from '@/api/schema';
import { fieldErrors, refuseFields } from '@/fieldErrors';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField, TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { newToken } from '@/admin/ui/newToken';
import { NumberField } from '@/admin/ui/NumberField';
import { wholeNumber } from '@/admin/ui/wholeNumber';
import { currentOf, save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { ProductSearchField } from './ProductSearchField';

const ways = [
  ['received', 'Terima barang', 'Jumlah yang diterima'],
  ['counted', 'Hitung ulang', 'Jumlah hasil hitung'],
  ['less', 'Kurangi', 'Jumlah yang rusak atau hilang'],
] as const;

type StockAction = (typeof ways)[number][0];

/** Product whose stock is changed. */
type Chosen = Pick<StockNow, 'id' | 'name' | 'stock'>;

type Props = {
  /** Product whose stock changes; without it, the administrator first searches for one. */
  product?: Chosen;
  way?: StockAction;
  onClose: () => void;
};

/** Records received goods, or corrects stock after a count. */
export function StockDialog({ product, way: begun = 'received', onClose }: Props) {
  const [chosen, setChosen] = useRestoredState<Chosen | undefined>('stock.product', product);
  const variants = useCountedVariants(chosen?.id);
  const [variantId, setVariantId] = useRestoredState('stock.variant', '');
  const variant = variants.counted?.find(({ id }) => String(id) === variantId);
  const [way, setWay] = useRestoredState<StockAction>('stock.way', begun);
  const [pieces, setPieces] = useRestoredState('stock.pieces', '');
  const [reason, setReason] = useRestoredState('stock.reason', '');
  // A repeated request for the same change has the same idempotency token, so that it counts only
  // once if its answer was lost.
  const sent = useRef({ request: '', token: '' });

  const send = async () => {
    const count = wholeNumber(pieces);
    const isCount = count !== null && count >= 0;
    refuseFields([
      ...(chosen ? [] : [{ field: 'product', message: 'Pilih produknya.' }]),
      ...(variants.counted && !variant ? [{ field: 'variant', message: 'Pilih variannya.' }] : []),
      ...(isCount ? [] : [{ field: 'pieces', message: 'Isi dengan angka bulat, tanpa minus.' }]),
      ...(way !== 'received' && !reason.trim()
        ? [{ field: 'reason', message: 'Tuliskan alasannya.' }]
        : []),
    ]);
    if (!chosen || !isCount) return;
    const stock = variant?.stock ?? chosen.stock;
    const request = {
      ...wanted(way, count, stock),
      variant_id: variant?.id ?? null,
      reason: reason.trim(),
    };
    const text = JSON.stringify([chosen.id, request]);
    if (sent.current.request !== text) sent.current = { request: text, token: newToken() };
    const params = { id: chosen.id };
    const body = { ...request, token: sent.current.token };
    const now = await save('POST /api/admin/products/{id}/stock', { params, body });
    toast('success', saidOf(now, variant?.name));
    onClose();
  };
  const { mutate, isPending, error } = useMutation(send, async (refusal) => {
    const current = currentOf<StockNow>(refusal);
    if (!current) return;
    setChosen(current);
    await variants.refresh();
  });
  const errors = fieldErrors(error);
  const countError = errors.pieces ?? errors.quantity ?? errors.counted;
  const isShown = [errors.product, errors.variant, countError, errors.reason].some(Boolean);

  return (
    <Dialog title="Ubah stok" onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)} className="mt-4 grid gap-4">
        {chosen ? (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-2xl bg-sunken px-4 py-3 text-sm">
            <p className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">{chosen.name}</span>
              <span className="block text-muted">Stok tercatat {number(chosen.stock)}</span>
            </p>
            {!product && (
              <Button
                look="quiet"
                onClick={() => {
                  setChosen(undefined);
                  setVariantId('');
                }}
              >
                Ganti
              </Button>
            )}
          </div>
        ) : (
          <ProductSearchField
            label="Produk"
            error={errors.product}
            onPick={({ id, name, stock }) => setChosen({ id, name, stock })}
          />
        )}
        {variants.counted && (
          <SelectField
            label="Varian"
            error={errors.variant}
            value={variantId}
            onChange={(event) => setVariantId(event.target.value)}
          >
            <option value="">Pilih varian</option>
            {variants.counted.map(({ id, name, stock }) => (
              <option key={id} value={String(id)}>
                {name}, stok {number(stock)}
              </option>
            ))}
          </SelectField>
        )}
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Apa yang terjadi</legend>
          <div className="grid gap-1">
            {ways.map(([value, label]) => (
              <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
                <input
                  type="radio"
                  name="way"
                  value={value}
                  checked={way === value}
                  onChange={() => setWay(value)}
                  className="size-5"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <NumberField
          label={ways.find(([value]) => value === way)?.[2] ?? ''}
          value={pieces}
          error={countError}
          onChange={(event) => setPieces(event.target.value)}
        />
        <TextField
          label={way === 'received' ? 'Catatan (boleh kosong)' : 'Alasan'}
          placeholder={way === 'received' ? 'Nomor kiriman pemasok' : 'Stok opname, rusak, hilang'}
          maxLength={300}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {error && !isShown && <Problem text={explain(error)} />}
        <DialogFoot>
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'}>
            Simpan
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Returns the variants of a product with stock by variant, and the pieces of each. */
function useCountedVariants(id: number | undefined) {
  const { data, refetch } = useQuery({
    ...adminQuery('/api/admin/products/{id}', { id: id ?? 0 }),
    enabled: id !== undefined,
  });
  const counted = data?.by_variant
    ? data.variants.map(({ id: key, name }, place) => ({
        id: key ?? 0,
        name,
        stock: data.variant_stocks[place] ?? 0,
      }))
    : undefined;
  return { counted, refresh: refetch };
}

function explain(error: Error): string {
  const current = currentOf<StockNow>(error);
  return current
    ? `Stok berubah menjadi ${number(current.variant_stock ?? current.stock)} sejak Anda membukanya. Hitung sekali lagi, lalu simpan.`
    : sentence(error, 'Stok gagal diubah. Coba lagi.');
}

function saidOf(now: StockNow, variant: string | undefined): string {
  return variant === undefined
    ? `Stok ${now.name} sekarang ${number(now.stock)}`
    : `Stok ${now.name}, ${variant}, sekarang ${number(now.variant_stock ?? 0)}`;
}

function wanted(
  way: StockAction,
  count: number,
  stock: number,
): Omit<StockForm, 'reason' | 'token' | 'variant_id'> {
  if (way === 'received') return { kind: 'received', quantity: count };
  if (way === 'counted') return { kind: 'adjusted', counted: count, stock };
  return { kind: 'adjusted', quantity: -count };
}
