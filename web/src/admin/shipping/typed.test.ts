import { expect, it } from 'vitest';
import { newWay, placesOf, waysOf } from './typed';

it('reads places however they are parted', () => {
  expect(placesOf(' Kota Bandung, Cimahi;\nJawa Barat,, ')).toEqual([
    'Kota Bandung',
    'Cimahi',
    'Jawa Barat',
  ]);
});

it('sends a way with its cost and its days as the server takes them', () => {
  const way = {
    ...newWay,
    name: 'Kurir kota',
    cost_rp: 'Rp 7.500',
    days: '1 – 2',
    places: 'Bandung',
  };
  expect(waysOf([way])).toEqual([
    { name: 'Kurir kota', cost_rp: 7500, days: '1-2', places: ['Bandung'] },
  ]);
  expect(() => waysOf([{ ...way, cost_rp: '7,5' }])).toThrow('Ongkos kirim harus angka bulat');
});
