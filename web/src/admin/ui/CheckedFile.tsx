import { FileSpreadsheet } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { RowError } from '@/api/schema';
import { Button } from '@/ui/Button';
import { FileButton } from '@/ui/FileButton';
import { DataTable, type Columns } from './DataTable';

type PickerProps = {
  file: File | null;
  busy: boolean;
  onPick: (file: File) => void;
  /** Explanation of the contents that the file may have. */
  children: ReactNode;
};

const CSV = '.csv,text/csv';
const XLSX = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Selects the table file to be checked. */
export function TablePicker({ file, busy, onPick, children }: PickerProps) {
  const id = useId();
  return (
    <section className="card p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-4">
        <FileButton
          accept={`${CSV},${XLSX}`}
          aria-describedby={`${id}-note`}
          busy={busy}
          onPick={([chosen]) => chosen && onPick(chosen)}
        >
          <FileSpreadsheet aria-hidden size={18} />
          {file ? 'Pilih file lain' : 'Pilih file CSV atau Excel'}
        </FileButton>
        <p className="min-w-0 text-sm wrap-anywhere">{file?.name}</p>
      </div>
      <p id={`${id}-note`} className="mt-3 max-w-prose text-sm text-muted">
        {children}
      </p>
    </section>
  );
}

type ApplyProps = { busy: boolean; onApply: () => void; children: ReactNode };

/** Button that applies the previewed changes. */
export function ApplyBar({ busy, onApply, children }: ApplyProps) {
  return (
    <div
      data-sticky-bar
      className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap justify-end gap-3 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
    >
      <Button onClick={onApply} busy={busy && 'Menyimpan...'}>
        {children}
      </Button>
    </div>
  );
}

type CountsProps = {
  /** Label and figure, as displayed. */
  counts: readonly (readonly [string, string])[];
  mistakes: string;
  wrong: boolean;
  /** Size of the figures, as CSS classes. */
  size: string;
};

/** Totals of a table, and the number of mistakes in it. */
export function Counts({ counts, mistakes, wrong, size }: CountsProps) {
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {[...counts, ['Kesalahan', mistakes] as const].map(([label, count]) => (
        <div key={label} className="card p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd
            className={`font-semibold tabular-nums ${size} ${label === 'Kesalahan' && wrong ? 'text-danger' : ''}`}
          >
            {count}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const errorColumns: Columns<RowError> = [
  { label: 'Baris', cell: ({ line }) => `Baris ${line}` },
  { label: 'Kolom', cell: ({ column }) => column || '–' },
  { label: 'Yang harus diperbaiki', cell: ({ message }) => message },
];

type MistakesProps = {
  /** First mistakes of the file. */
  errors: RowError[];
  /** Number of all mistakes, including those that are not listed. */
  mistakes: number;
  /** Consequence of the mistakes, and how to correct them. */
  children: string;
};

/** Mistakes in the file, line by line. */
export function Mistakes({ errors, mistakes, children }: MistakesProps) {
  if (mistakes === 0) return null;
  return (
    <>
      <p role="alert" className="mt-4 mb-3 text-sm text-danger">
        {children}
        {mistakes > errors.length && ` Ini ${errors.length} yang pertama.`}
      </p>
      <DataTable
        label="Kesalahan"
        columns={errorColumns}
        rows={errors}
        keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
      />
    </>
  );
}
