/** Every address of the app as a function, so that no link leads to a missing page. */

type ProductRef = { id: number; name: string };
type VoucherRef = { id: number; code: string };

/** Turns a product into the last part of its address: `12-klorofil-mint`. */
export function productSlug({ id, name }: ProductRef): string {
  return `${id}-${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** Reads a product's id from the last part of its address; null when it has none. */
export function productIdOf(slug: string | undefined): number | null {
  const digits = /^\d+(?=-|$)/.exec(slug ?? '')?.[0];
  return digits === undefined ? null : Number(digits);
}

/** Turns a voucher's code into the last part of its address: `hemat-25`. */
export function voucherSlug({ code }: Pick<VoucherRef, 'code'>): string {
  return code.toLowerCase().replaceAll(' ', '-');
}

/** Whether the last part of an address names a voucher: by its code, or by its id and code. */
export function namesVoucher(slug: string, voucher: VoucherRef): boolean {
  const asked = slug.toLowerCase();
  return asked === voucherSlug(voucher) || asked === `${voucher.id}-${voucherSlug(voucher)}`;
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) params.set(key, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** Addresses of the app's pages, by page. */
export const paths = {
  home: () => '/',
  allProducts: (query: { keyword?: string; sort?: string; rating?: string } = {}) =>
    withQuery('/all-product', query),
  bestSellers: () => '/best-sellers',
  category: (name: string) => `/category/${encodeURIComponent(name)}`,
  product: (product: ProductRef) => `/product/${encodeURIComponent(productSlug(product))}`,
  vouchers: (query: { keyword?: string } = {}) => withQuery('/voucher', query),
  voucher: (voucher: Pick<VoucherRef, 'code'>) =>
    `/voucher/${encodeURIComponent(voucherSlug(voucher))}`,
  login: () => '/login',
  resetPassword: (step: '' | '/forgotten' | '/email' = '') => `/reset-password${step}`,
  register: (query: { ref?: string } = {}) => withQuery('/register', query),
  cart: () => '/cart',
  checkout: () => '/checkout',
  paymentCallback: () => '/payment-callback',
  profile: () => '/profile',
  editProfile: () => '/edit-profile',
  wishlist: () => '/wishlist',
  bonus: () => '/bonus',
  tax: (month = '') => `/bonus/tax/${month}`.replace(/\/$/, ''),
  bvReport: (query: { period_id?: string } = {}) => withQuery('/bv-report', query),
  bvHistory: () => '/history-bv',
  downline: () => '/downline',
  orders: (query: { filter?: string; search?: string } = {}) => withQuery('/my-order', query),
  order: (orderId: string) => `/my-order-detail/${encodeURIComponent(orderId)}`,
  /** Address of the form to request a return for an order, or of one of its returns. */
  return: (orderId: string, id?: number) =>
    `/my-return/${encodeURIComponent(orderId)}${id ? `/${id}` : ''}`,
  aboutUs: () => '/about-us',
  why: () => '/why',
  shippingRate: () => '/shipping-rate',
  replacement: () => '/replacement',
  delivery: () => '/delivery',
  privacyPolicy: () => '/privacy-policy',
  howToOrder: () => '/how-to-order',
  agreement: (slug: 'code-of-ethics' | 'terms', version?: number) =>
    `/${slug}${version ? `?version=${version}` : ''}`,
};
