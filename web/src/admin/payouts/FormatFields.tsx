import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { BankFileColumn, BankFileFormat } from '@/api/schema';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { SelectField, TextField } from '@/ui/Field';
import { moved } from '@/admin/components/moved';
import { cells, mostColumns, ofBanks, separators } from './formats';

type Props = {
  format: BankFileFormat;
  place: number;
  /** Banks to choose from, including the format's own. */
  banks: string[];
  /** Callback for a changed format; null to remove the format. */
  onChange: (format: BankFileFormat | null) => void;
};

/** Returns the `option` elements for a table of values and their labels. */
function options(words: Record<string, string>) {
  return Object.entries(words).map(([value, word]) => (
    <option key={value} value={value}>
      {word}
    </option>
  ));
}

/** Fields of one format: its name, the options of its file, and its columns in order. */
export function FormatFields({ format, place, banks, onChange }: Props) {
  const put = (typed: Partial<BankFileFormat>) => onChange({ ...format, ...typed });
  const { columns } = format;
  return (
    <section aria-label={format.name || `Format ${place}`} className="card p-5 sm:p-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Nama format"
          name="formats"
          value={format.name}
          onChange={({ target }) => put({ name: target.value })}
          maxLength={40}
          placeholder="Bank kami, sesama bank"
        />
        <SelectField
          label="Pemisah kolom"
          value={format.separator}
          onChange={({ target }) => put({ separator: target.value as BankFileFormat['separator'] })}
        >
          {options(separators)}
        </SelectField>
        <SelectField
          label="Transfer ke"
          value={format.banks}
          onChange={({ target }) => {
            const chosen = target.value as BankFileFormat['banks'];
            put({ banks: chosen, bank: chosen === 'all' ? '' : format.bank || (banks[0] ?? '') });
          }}
        >
          {options(ofBanks)}
        </SelectField>
        {format.banks !== 'all' && (
          <SelectField
            label="Bank"
            value={format.bank}
            onChange={({ target }) => put({ bank: target.value })}
          >
            {banks.map((bank) => (
              <option key={bank}>{bank}</option>
            ))}
          </SelectField>
        )}
        <div className="sm:col-span-2">
          <label className="flex min-h-11 items-center gap-3">
            <Checkbox
              checked={format.has_header}
              onChange={({ target }) => put({ has_header: target.checked })}
            />
            Baris pertama berisi judul kolom
          </label>
          <label className="flex min-h-11 items-center gap-3">
            <Checkbox
              checked={format.has_mark}
              onChange={({ target }) => put({ has_mark: target.checked })}
            />
            Awali dengan tanda UTF-8 (BOM), agar Excel mengenalinya
          </label>
        </div>
      </div>
      <h2 className="mt-4 font-medium">Kolom, dari kiri</h2>
      <ol className="mt-2 grid gap-3">
        {columns.map((column, at) => (
          <ColumnFields
            // Two columns may be identical, so the place is the key.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            column={column}
            place={at + 1}
            count={columns.length}
            onChange={(typed) =>
              put({ columns: columns.map((each, other) => (other === at ? typed : each)) })
            }
            onMove={(by) => put({ columns: moved(columns, at, by) })}
            onRemove={() => put({ columns: columns.filter((_each, other) => other !== at) })}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        {columns.length < mostColumns && (
          <Button
            look="outline"
            onClick={() => put({ columns: [...columns, { title: '', cells: 'text', text: '' }] })}
          >
            <Plus aria-hidden size={18} />
            Tambah kolom
          </Button>
        )}
        <Button look="outline" onClick={() => onChange(null)}>
          <Trash2 aria-hidden size={18} />
          Hapus format
        </Button>
      </div>
    </section>
  );
}

type ColumnProps = {
  column: BankFileColumn;
  place: number;
  count: number;
  onChange: (column: BankFileColumn) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function ColumnFields({ column, place, count, onChange, onMove, onRemove }: ColumnProps) {
  return (
    <li className="grid items-end gap-3 rounded-2xl bg-sunken p-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <TextField
        label={`Judul kolom ${place}`}
        value={column.title}
        onChange={({ target }) => onChange({ ...column, title: target.value })}
        maxLength={100}
      />
      <SelectField
        label="Isi"
        value={column.cells}
        onChange={({ target }) =>
          onChange({ ...column, cells: target.value as BankFileColumn['cells'] })
        }
      >
        {options(cells)}
      </SelectField>
      {column.cells === 'text' ? (
        <TextField
          label="Teks, boleh kosong"
          value={column.text}
          onChange={({ target }) => onChange({ ...column, text: target.value })}
          maxLength={100}
        />
      ) : (
        <span aria-hidden className="hidden sm:block" />
      )}
      <div className="flex gap-2">
        <Button
          look="outline"
          aria-label={`Kolom ${place} ke kiri`}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden size={18} />
        </Button>
        <Button
          look="outline"
          aria-label={`Kolom ${place} ke kanan`}
          disabled={place === count}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden size={18} />
        </Button>
        <Button
          look="outline"
          aria-label={`Hapus kolom ${place}`}
          disabled={count === 1}
          onClick={onRemove}
        >
          <Trash2 aria-hidden size={18} />
        </Button>
      </div>
    </li>
  );
}
