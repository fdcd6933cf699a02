import { expect, it } from 'vitest';
import { newWay, placesFound, waysOf } from './form';

it('finds unchosen places by their words', () => {
  const known = ['Jawa Barat', 'Kabupaten Bandung', 'Kabupaten Bandung Barat', 'Kota Bandung'];
  expect(placesFound(known, ['Kota Bandung'], ' bandung ')).toEqual([
    'Kabupaten Bandung',
    'Kabupaten Bandung Barat',
  ]);
  expect(placesFound(known, [], 'barat bandung')).toEqual(['Kabupaten Bandung Barat']);
  expect(placesFound(known, [], 'kota')).toEqual(['Kota Bandung']);
  expect(placesFound(known, [], 'Prov. Jawa\u00a0Barat')).toEqual(['Jawa Barat']);
  expect(placesFound(known, [], 'Kota Administrasi Bandung')).toEqual(['Kota Bandung']);
  expect(placesFound(known, [], 'prov')).toEqual([]);
  expect(placesFound(known, [], 'Kab. Bandung, Barat\u200b')).toEqual(['Kabupaten Bandung Barat']);
});

it('sends an own way with parsed cost and days', () => {
  const way = {
    ...newWay,
    name: 'Kurir kota',
    cost_rp: 'Rp 7.500',
    days: '1 – 2',
    places: ['Kota Bandung'],
  };
  expect(waysOf([way])).toEqual([
    { name: 'Kurir kota', cost_rp: 7500, days: '1-2', places: ['Kota Bandung'] },
  ]);
  expect(() => waysOf([{ ...way, cost_rp: '7,5' }])).toThrow('Ongkos kirim harus angka bulat');
});
