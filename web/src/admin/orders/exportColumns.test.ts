import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exportColumns, keptColumns } from './exportColumns';

it('names the server columns in their order', () => {
  const source = readFileSync('../server/shop/src/orders/admin/export.rs', 'utf8');
  const table = source.split('const COLUMNS: &[Column<Exported>] = &[')[1]?.split('];')[0] ?? '';
  const names = [...table.matchAll(/\("(\w+)", \|/g)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(exportColumns));
});

it('ignores chosen columns that no longer exist', () => {
  expect(keptColumns('nomor,total,gone')).toEqual(['nomor', 'total']);
  expect(keptColumns('gone')).toEqual(Object.keys(exportColumns));
  expect(keptColumns(null)).toEqual(Object.keys(exportColumns));
});
