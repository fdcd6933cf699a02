/**
 * Names of sales figures, wherever they are shown: gross before discounts and returns, net after
 * them.
 */
export const GROSS = 'Penjualan kotor';
export const NET = 'Penjualan bersih';

/** Definitions of gross and net sales, as shown to administrators. */
export const grossText = 'Harga produk, sebelum diskon dan pengembalian. Tanpa ongkir.';
export const netText = 'Harga produk setelah diskon, dikurangi pengembalian. Tanpa ongkir.';
