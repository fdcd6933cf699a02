import { expect, test } from 'vitest';
import { costFrom, serviceNames } from './services';

const option = (shipping_name: string, service_name: string, shipping_cost: number) => ({
  shipping_name,
  service_name,
  shipping_cost,
  etd: '2-3',
});

const of = (...codes: string[]) => [
  ...serviceNames(codes.map((code) => option('JNE', code, 1))).values(),
];

test('shows the service code only for equal names', () => {
  expect(of('REG23', 'YES23', 'JTR23')).toEqual(['Reguler', 'Besok sampai', 'Kargo']);
  expect(of('REG', 'REGPACK')).toEqual(['Reguler (REG)', 'Reguler (REGPACK)']);
  expect(of('XYZ')).toEqual(['XYZ']);
});

test('shows shipping by the shop under its own name', () => {
  const own = ['Regu antar', 'Best antar', 'Eco kurir'];
  const names = serviceNames(own.map((name) => option('TOKO', name, 0)));
  expect([...names.values()]).toEqual(own);
});

test('shows the cheapest price of a courier', () => {
  const all = [
    option('JNE', 'YES23', 18_000),
    option('JNE', 'REG23', 9_000),
    option('SAP', 'R', 1),
  ];
  expect(costFrom('JNE', all).replace(/\s/g, ' ')).toBe('mulai Rp 9.000');
  expect(costFrom('LION', all)).toBe('');
  expect(costFrom('JNE', undefined)).toBe('');
});
