import { useRef, useState, type FormEvent } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { save } from '@/api/calls';
import { ApiError, sentence } from '@/errors';
import type { StockForm, StockNow } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { NumberField } from '@/admin/ui/NumberField';
import { wholeNumber } from '@/admin/ui/wholeNumber';
import { ProductSearchField } from './ProductSearchField';

const ways = [
  ['received', 'Terima barang', 'Jumlah yang diterima'],
  ['counted', 'Hitung ulang', 'Jumlah hasil hitung'],
  ['less', 'Kurangi', 'Jumlah yang rusak atau hilang'],
] as const;

type Way = (typeof ways)[number][0];
type Refused = { pieces?: string; reason?: string; product?: string };

type Props = {
  /** The product; without one it is looked for first. */
  product?: StockNow;
  way?: Way;
  onClose: () => void;
};

/** Takes a delivery in, or puts right what a count has found. */
export function StockDialog({ product, way: begun = 'received', onClose }: Props) {
  const [chosen, setChosen] = useState<StockNow | undefined>(product);
  const [way, setWay] = useState<Way>(begun);
  const [pieces, setPieces] = useState('');
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Refused>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // The same wish has the same token, so that one whose answer was lost counts once.
  const sent = useRef({ wish: '', token: '' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const count = wholeNumber(pieces);
    const errors: Refused = {};
    if (!chosen) errors.product = 'Pilih produknya.';
    if (count === null || !(count >= 0)) errors.pieces = 'Isi dengan angka bulat, tanpa minus.';
    if (way !== 'received' && !reason.trim()) errors.reason = 'Tuliskan alasannya.';
    setRefused(errors);
    setFailure(null);
    if (!chosen || count === null || Object.keys(errors).length > 0) return;
    const wish = { ...wanted(way, count, chosen.stock), reason: reason.trim() };
    const said = JSON.stringify([chosen.id, wish]);
    if (sent.current.wish !== said) sent.current = { wish: said, token: newToken() };
    setBusy(true);
    try {
      const params = { id: chosen.id };
      const body = { ...wish, token: sent.current.token };
      const now = await save('POST /api/admin/products/{id}/stock', { params, body });
      toast('success', `Stok ${now.name} sekarang ${number(now.stock)}`);
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
        setFailure(
          `Stok berubah menjadi ${number(current.stock)} sejak Anda membukanya. Hitung sekali lagi, lalu simpan.`,
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
              <Button look="quiet" onClick={() => setChosen(undefined)}>
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

function wanted(way: Way, count: number, stock: number): Omit<StockForm, 'reason' | 'token'> {
  if (way === 'received') return { kind: 'received', quantity: count };
  if (way === 'counted') return { kind: 'adjusted', counted: count, stock };
  return { kind: 'adjusted', quantity: -count };
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
