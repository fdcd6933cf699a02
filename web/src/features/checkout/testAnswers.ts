const product = {
  id: 9,
  product_id: 1,
  name: 'Klorofil Mint',
  picture: '',
  variant: null,
  quantity: 2,
  harga: 168_000,
  bv: 18,
  beratPengiriman: 620,
  stock: 5,
};
const period = (id: number) => ({
  id,
  name: `Periode ${id}`,
  start_date: '2026-11-01T00:00:00Z',
  end_date: '2026-11-30T00:00:00Z',
});
/** Answers of the server by address, for tests of a checkout of one product. */
export const answers: Record<string, unknown> = {
  '/api/me': {
    id: 3,
    name: 'Siti',
    no_hp: '081200001075',
    email: 'siti@ksmart.test',
    alamat: 'Jl. Melati 1',
    id_plan: 2,
  },
  '/api/checkout-temp/tok': { checkout_token: 'tok', selected_products: [product] },
  '/api/plans': [
    { id: 1, name: 'Plan A' },
    { id: 2, name: 'Plan B' },
  ],
  '/api/plan-choice': { matters: true },
  // The first period has ended since it was chosen.
  '/api/active-bv-periods': { status: 'success', data: [period(2), period(3)] },
  '/api/shipping-methods': {
    data: [{ id: 'JNE', name: 'JNE', description: '' }],
    couriers_reached: true,
  },
  '/api/calculate-shipping': {
    shipping_options: [
      { shipping_name: 'JNE', service_name: 'REG', shipping_cost: 14_000, etd: '1-2' },
    ],
    cod: { offered: true, most_rp: null },
    couriers_reached: true,
    free_shipping: null,
  },
  '/api/create-transaction': { transaction: { order_id: 'KS-1', redirect_url: '#midtrans' } },
  '/api/cart': [],
};
