import { expect, test } from 'vitest';
import { fillDown, pastedColumn, plainResi, repeated, resiError } from './resi';

const none = () => 'JNE - REG';
const of = (resi: string) => ({ resi, courier: '' });

test('a pasted column fills the orders below', () => {
  const column = pastedColumn('A1\tBudi\r\n\r\nA3\nA4\n');
  expect(column).toEqual(['A1', '', 'A3', 'A4']);
  const typed = {
    x: { resi: 'X', courier: 'SAP - REG' },
    c: { resi: 'old', courier: 'SAP - REG' },
  };
  expect(fillDown(['x', 'a', 'b', 'c'], 'a', column ?? [], typed, none)).toEqual({
    x: { resi: 'X', courier: 'SAP - REG' },
    a: { resi: 'A1', courier: 'JNE - REG' },
    c: { resi: 'A3', courier: 'SAP - REG' },
  });
});

test('a single line is not pasted as a column', () => {
  expect(pastedColumn('A1')).toBeNull();
  expect(pastedColumn('A1\r\n')).toBeNull();
});

test('a number used for two parcels is found', () => {
  expect(repeated(['a', 'b', 'c', 'd'], { a: of('jp1'), b: of(' JP1 '), c: of('jp2') })).toEqual(
    new Set(['JP1']),
  );
});

test('invalid numbers are rejected before sending', () => {
  for (const resi of ['', ' ', 'a', '12', 'A_12345', '<bold>', 'éééééé', '1'.repeat(65)])
    expect(resiError(resi)).toBe('Nomor resi harus 3 sampai 64 huruf atau angka.');
  for (const resi of ['JP-123', ' 00421 ', '1'.repeat(64)]) expect(resiError(resi)).toBeUndefined();
});

test('spaces in a typed number are removed', () => {
  expect(plainResi(' 0112 3456-7890\t123 ')).toBe('01123456-7890123');
  expect(resiError('0112 3456-7890 123')).toBeUndefined();
  expect(resiError('   ')).toBeDefined();
});
