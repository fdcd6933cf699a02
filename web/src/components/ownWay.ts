/** The id that stands for the shop where a courier's would stand: it brings parcels itself, or has them collected. */
export const OWN = 'TOKO';
