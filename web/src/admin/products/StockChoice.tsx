import { Checkbox } from '@/ui/Checkbox';
import { TextField } from '@/ui/Field';

type Props = {
  stock: boolean;
  reason: string;
  /** Name of the imported file; part of the proposed reason. */
  file: string;
  onStock: (stock: boolean) => void;
  onReason: (reason: string) => void;
};

/** Checkbox that lets an import change stock, with a field for the reason. */
export function StockChoice({ stock, reason, file, onStock, onReason }: Props) {
  return (
    <section aria-label="Stok" className="card mt-4 p-4 sm:p-6">
      <label className="flex min-h-11 items-center gap-3">
        <Checkbox checked={stock} onChange={(event) => onStock(event.target.checked)} />
        <span className="font-medium">Ubah stok dari kolom stok dan stok_varian</span>
      </label>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Untuk stok yang baru dihitung. Selisihnya dengan stok sekarang dicatat di buku stok; yang
        terjual sesudah pratinjau tidak tertimpa.
      </p>
      {stock && (
        <TextField
          className="mt-4"
          label="Alasan"
          hint={`Kosong berarti “Impor berkas ${file}”.`}
          maxLength={300}
          autoComplete="off"
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </section>
  );
}
