import { useState } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { download } from '@/admin/ui/download';
import { today } from '@/dates';
import { sentence } from '@/errors';
import { storedText, useAtom } from '@/state';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog } from '@/ui/Dialog';
import { Problem } from '@/ui/Problem';
import { useMutation } from '@/ui/useMutation';
import { exportColumns, keptColumns } from './exportColumns';

type Props = { filters: Readonly<Record<string, string>>; onClose: () => void };

// The last choice is preselected on this device.
const keptAtom = storedText('admin:order-columns');

/** Downloads the listed orders as a file, with the chosen columns. */
export function ExportDialog({ filters, onClose }: Props) {
  const [kept, setKept] = useAtom(keptAtom);
  const [chosen, setChosen] = useState(() => new Set(keptColumns(kept)));
  const names = Object.entries(exportColumns);
  const toggle = (name: string) => {
    const after = new Set(chosen);
    if (!after.delete(name)) after.add(name);
    setChosen(after);
  };
  const {
    mutate: save,
    isPending,
    variables: saved,
    error,
  } = useMutation(async (kind: 'csv' | 'xlsx') => {
    const columns = names
      .map(([name]) => name)
      .filter((name) => chosen.has(name))
      .join(',');
    setKept(columns);
    await download(`pesanan-${today()}.${kind}`, `/api/admin/orders.${kind}`, {
      ...filters,
      columns,
    });
    onClose();
  });
  const none = chosen.size === 0;
  return (
    <Dialog title="Unduh pesanan" onClose={onClose} wide>
      <p className="mt-2 text-sm text-muted">
        Semua pesanan yang cocok dengan saringan sekarang, paling banyak 100.000 di Excel. Berkasnya
        berisi data pembeli: simpan dengan aman. Unduhan tercatat.
      </p>
      <fieldset className="mt-4">
        <legend className="mb-1 font-medium">Kolom</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {names.map(([name, label]) => (
            <label key={name} className="flex min-h-11 items-center gap-2.5 text-sm">
              <Checkbox checked={chosen.has(name)} onChange={() => toggle(name)} />
              <span className="min-w-0">{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <button
        type="button"
        onClick={() => setChosen(new Set(none ? names.map(([name]) => name) : []))}
        className="min-h-11 text-sm text-brand underline underline-offset-4"
      >
        {none ? 'Pilih semua' : 'Kosongkan pilihan'}
      </button>
      {error && <Problem text={sentence(error, 'Berkas gagal diunduh. Coba lagi.')} />}
      <DialogFoot>
        <Button look="outline" disabled={isPending} onClick={onClose}>
          Batal
        </Button>
        <Button
          look="outline"
          disabled={none || saved === 'xlsx'}
          busy={saved === 'csv' && 'Memproses...'}
          onClick={() => save('csv')}
        >
          CSV
        </Button>
        <Button
          disabled={none || saved === 'csv'}
          busy={saved === 'xlsx' && 'Memproses...'}
          onClick={() => save('xlsx')}
        >
          Excel (.xlsx)
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
