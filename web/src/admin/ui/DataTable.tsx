import type { ReactNode } from 'react';
import { Checkbox } from '@/ui/Checkbox';
import { Link } from '@/ui/Link';

/** Columns of a table; the first one identifies the row. */
export type Columns<Row> = [Column<Row>, ...Column<Row>[]];

/** A column of a table. */
export type Column<Row> = {
  label: string;
  /** Content of the column for a row; a card omits the column if this is `false` or nothing. */
  cell: (row: Row) => ReactNode;
  /**
   * Whether the column holds numbers: aligned to the end of the cell, with digits of equal width.
   */
  numeric?: boolean;
  /** Whether the column is hidden on a phone. */
  wide?: boolean;
  /** Whether the column holds buttons and links, which get the whole width of a card. */
  actions?: boolean;
};

/** Selectable rows, for an action on several at once. */
export type Choice<Row> = {
  chosen: ReadonlySet<string | number>;
  onChoose: (keys: Set<string | number>) => void;
  /** Name of a row, where that is not its key. */
  nameOf?: (row: Row) => string;
};

type Props<Row> = {
  /** Name of the table's contents, for a screen reader. */
  label: string;
  columns: Columns<Row>;
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Target of the first cell's link. */
  to?: (row: Row) => string;
  choice?: Choice<Row>;
  /** Whether the rows are those of an earlier request, shown while the new ones load. */
  stale?: boolean;
};

/**
 * Table of rows; on a narrow screen each row is a card, with the columns' names before their
 * values.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, to, choice, stale }: Props<Row>) {
  const keys = rows.map(keyOf);
  const all = choice && keys.length > 0 && keys.every((key) => choice.chosen.has(key));
  const toggle = (changed: (string | number)[], on: boolean) => {
    const chosen = new Set(choice?.chosen);
    for (const key of changed) {
      if (on) chosen.add(key);
      else chosen.delete(key);
    }
    choice?.onChoose(chosen);
  };
  return (
    <div className={`overflow-x-auto lg:card ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      <table className="w-full text-sm max-lg:block">
        <caption className="sr-only">{label}</caption>
        <thead className="text-left text-xs text-muted max-lg:block">
          <tr className="border-line max-lg:flex lg:border-b">
            {choice && (
              <th
                scope="col"
                className="max-lg:mb-3 max-lg:ml-auto max-lg:pr-4 lg:w-12 lg:py-3 lg:pl-4"
              >
                <label className="flex min-h-11 items-center gap-3 lg:min-h-0">
                  <span aria-hidden className="text-sm lg:hidden">
                    Pilih semua
                  </span>
                  <Checkbox
                    aria-label="Pilih semua yang tampil"
                    checked={all ?? false}
                    onChange={(event) => toggle(keys, event.target.checked)}
                    className="align-middle"
                  />
                </label>
              </th>
            )}
            {columns.map(({ label: name, numeric }) => (
              <th
                key={name}
                scope="col"
                className={`font-medium whitespace-nowrap max-lg:sr-only lg:px-4 lg:py-3 ${numeric ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3 sm:max-lg:grid-cols-2">
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr
                key={key}
                className="border-line align-top max-lg:block max-lg:card max-lg:p-4 lg:border-b lg:last:border-0 lg:hover:bg-sunken/60"
              >
                {choice && (
                  <td className="max-lg:float-right lg:py-3 lg:pl-4">
                    <Checkbox
                      aria-label={`Pilih ${choice.nameOf?.(row) ?? key}`}
                      checked={choice.chosen.has(key)}
                      onChange={(event) => toggle([key], event.target.checked)}
                      className="align-middle"
                    />
                  </td>
                )}
                {columns.map(({ label: name, cell, numeric, wide, actions }, index) => {
                  const value = cell(row);
                  const look = `${(value ?? false) === false ? 'max-lg:hidden' : actions ? 'max-lg:block max-lg:pt-2' : 'max-lg:flex'} max-lg:gap-3 max-lg:py-0.5 lg:px-4 lg:py-3 ${wide ? 'max-sm:hidden' : ''} ${numeric ? 'whitespace-nowrap tabular-nums lg:text-right' : ''}`;
                  return index === 0 ? (
                    <th key={name} scope="row" className={`text-left font-medium ${look}`}>
                      {to ? (
                        <Link
                          to={to(row)}
                          className="text-brand underline-offset-4 hover:underline"
                        >
                          {value}
                        </Link>
                      ) : (
                        <div className="min-w-0 max-lg:wrap-anywhere">{value}</div>
                      )}
                    </th>
                  ) : (
                    <td key={name} className={look}>
                      {!actions && (
                        <span
                          aria-hidden
                          className="w-24 min-w-min shrink-0 text-muted sm:w-28 lg:hidden"
                        >
                          {name}
                        </span>
                      )}
                      <div className="min-w-0 max-lg:wrap-anywhere">{value}</div>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
