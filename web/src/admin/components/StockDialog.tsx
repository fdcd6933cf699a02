import { useRef, useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { ApiError, sentence } from '@/errors';
import type { StockForm, StockNow } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { newToken } from '@/admin/ui/newToken';
import { NumberField } from '@/admin/ui/NumberField';
import { wholeNumber } from '@/admin/ui/wholeNumber';
import { save } from '@/api/save';
import { useHeld } from '@/ui/useHeld';
import { ProductSearchField } from './ProductSearchField';

const ways = [
  ['received', 'Terima barang', 'Jumlah yang diterima'],
  ['counted', 'Hitung ulang', 'Jumlah hasil hitung'],
  ['less', 'Kurangi', 'Jumlah yang rusak atau hilang'],
] as const;

type StockAction = (typeof ways)[number][0];
type Refused = { pieces?: string; reason?: string; product?: string; variant?: string };

/** Product whose stock is changed. */
type Chosen = Pick<StockNow, 'id' | 'name' | 'stock'>;

type Props = {
  /** The product; if it is missing, the administrator searches for it first. */
  product?: Chosen;
  way?: StockAction;
  onClose: () => void;
};

/** Records received goods, or corrects stock after a count. */
export function StockDialog({ product, way: begun = 'received', onClose }: Props) {
  const [chosen, setChosen] = useHeld<Chosen | undefined>('stock.product', product);
  const variants = useCountedVariants(chosen?.id);
  const [variantId, setVariantId] = useHeld('stock.variant', '');
  const variant = variants.counted?.find(({ id }) => String(id) === variantId);
  const [way, setWay] = useHeld<StockAction>('stock.way', begun);
  const [pieces, setPieces] = useHeld('stock.pieces', '');
  const [reason, setReason] = useHeld('stock.reason', '');
  const [refused, setRefused] = useState<Refused>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // The same change has the same token, so that it counts once even if its answer was lost and it
  // is sent again.
  const sent = useRef({ request: '', token: '' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const count = wholeNumber(pieces);
    const errors: Refused = {};
    if (!chosen) errors.product = 'Pilih produknya.';
    if (variants.counted && !variant) errors.variant = 'Pilih variannya.';
    if (count === null || !(count >= 0)) errors.pieces = 'Isi dengan angka bulat, tanpa minus.';
    if (way !== 'received' && !reason.trim()) errors.reason = 'Tuliskan alasannya.';
    setRefused(errors);
    setFailure(null);
    if (!chosen || count === null || Object.keys(errors).length > 0) return;
    const stock = variant?.stock ?? chosen.stock;
    const request = {
      ...wanted(way, count, stock),
      variant_id: variant?.id ?? null,
      reason: reason.trim(),
    };
    const text = JSON.stringify([chosen.id, request]);
    if (sent.current.request !== text) sent.current = { request: text, token: newToken() };
    setBusy(true);
    try {
      const params = { id: chosen.id };
      const body = { ...request, token: sent.current.token };
      const now = await save('POST /api/admin/products/{id}/stock', { params, body });
      toast('success', saidOf(now, variant?.name));
      onClose();
    } catch (error) {
      setFailure(sentence(error, 'Stok gagal diubah. Coba lagi.'));
      setBusy(false);
      if (!(error instanceof ApiError)) return;
      const { current, fields } = (error.answer ?? {}) as {
        current?: StockNow;
        fields?: { field: string; message: string }[];
      };
      if (current) {
        setChosen(current);
        await variants.refresh();
        const counted = current.variant_stock ?? current.stock;
        setFailure(
          `Stok berubah menjadi ${number(counted)} sejak Anda membukanya. Hitung sekali lagi, lalu simpan.`,
        );
      }
      for (const { field, message } of fields ?? [])
        setRefused({ [field === 'reason' ? 'reason' : 'pieces']: message });
    }
  };

  return (
    <Dialog title="Ubah stok" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
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
            error={refused.product}
            onPick={({ id, name, stock }) => setChosen({ id, name, stock })}
          />
        )}
        {variants.counted && (
          <SelectField
            label="Varian"
            error={refused.variant}
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
          error={refused.pieces}
          onChange={(event) => setPieces(event.target.value)}
        />
        <TextField
          label={way === 'received' ? 'Catatan (boleh kosong)' : 'Alasan'}
          placeholder={way === 'received' ? 'Nomor kiriman pemasok' : 'Stok opname, rusak, hilang'}
          maxLength={300}
          value={reason}
          error={refused.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy && 'Menyimpan...'}>
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
