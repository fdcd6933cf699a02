/** All addresses of the office, as functions. */
export const adminPaths = {
  dashboard: () => '/admin',
  account: () => '/admin/account',
  manual: (place?: string) => (place ? `/admin/manual/${place}` : '/admin/manual'),
  members: () => '/admin/members',
  newMember: () => '/admin/members/new',
  uncheckedNumbers: () => '/admin/members?status=unchecked',
  likelyDoubles: () => '/admin/members?status=double',
  member: (uid: string) => `/admin/members/${encodeURIComponent(uid)}`,
  network: (uid?: string) =>
    uid ? `/admin/network?member=${encodeURIComponent(uid)}` : '/admin/network',
  administrators: () => '/admin/staff',
  logins: (uid?: string) =>
    uid ? `/admin/staff/logins?uid=${encodeURIComponent(uid)}` : '/admin/staff/logins',
  vouchers: () => '/admin/vouchers',
  voucher: (id: number | 'new') => `/admin/vouchers/${id}`,
  banners: () => '/admin/banners',
  banner: (id: number | 'new') => `/admin/banners/${id}`,
  popups: () => '/admin/popup-vouchers',
  popup: (id: number | 'new') => `/admin/popup-vouchers/${id}`,
  reviews: () => '/admin/reviews',
  questions: () => '/admin/questions',
  pages: () => '/admin/pages',
  page: (slug: string) => `/admin/pages/${slug}`,
  agreements: () => '/admin/agreements',
  agreement: (slug: string) => `/admin/agreements/${slug}`,
  settings: () => '/admin/settings',
  shipping: () => '/admin/settings/shipping',
  backups: () => '/admin/backups',
  pageFaults: () => '/admin/audit/page-faults',
  jobs: () => '/admin/audit/jobs',
  brand: () => '/admin/brand',
  products: (query: { status?: string; category_id?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/products?${text}` : '/admin/products';
  },
  product: (id: number) => `/admin/products/${id}`,
  newProduct: (from?: number) =>
    from === undefined ? '/admin/products/new' : `/admin/products/new?from=${from}`,
  importProducts: () => '/admin/products/import',
  productPictures: () => '/admin/products/pictures',
  categories: () => '/admin/categories',
  stock: (query: { product_id?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/stock?${text}` : '/admin/stock';
  },
  orders: (query: Record<string, string> = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/orders?${text}` : '/admin/orders';
  },
  books: () => '/admin/books',
  reports: () => '/admin/reports',
  soldOrders: (query: { by: string; key: string; from: string; to: string }) =>
    `/admin/reports/orders?${new URLSearchParams(query).toString()}`,
  stockReport: () => '/admin/reports/stock',
  lapsedMembers: () => '/admin/reports/lapsed',
  cohorts: () => '/admin/reports/cohorts',
  settleCash: () => '/admin/orders/cash',
  order: (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}`,
  invoice: (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}/invoice`,
  packOrders: () => '/admin/orders/pack',
  printOrders: (kind: 'slip' | 'label' | 'pick', ids: string[]) =>
    `/admin/orders/print?kind=${kind}&ids=${ids.map(encodeURIComponent).join(',')}`,
  returns: ({ state }: { state?: string } = {}) =>
    state ? `/admin/returns?state=${state}` : '/admin/returns',
  return: (id: number) => `/admin/returns/${id}`,
  newReturn: (orderId: string) => `/admin/returns/new?order_id=${encodeURIComponent(orderId)}`,
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
  periods: () => '/admin/periods',
  recurrence: () => '/admin/periods/recurrence',
  newPeriod: () => '/admin/periods/new',
  period: (id: number) => `/admin/periods/${id}`,
  compensation: () => '/admin/compensation',
  newCompensation: () => '/admin/compensation/new',
  planVersion: (id: number) => `/admin/compensation/${id}`,
  planDraft: (id: number, step: '' | 'replay' | 'publish' = '') =>
    `/admin/compensation/drafts/${id}${step && `?step=${step}`}`,
  payouts: (query: Record<string, string> = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/payouts?${text}` : '/admin/payouts';
  },
  newPayout: (period?: number, member?: string) =>
    period === undefined
      ? '/admin/payouts/new'
      : `/admin/payouts/new?period_id=${period}${member ? `&member_uid=${member}` : ''}`,
  payoutProof: (id: number, item: number) => `/admin/payouts/${id}/proof/${item}`,
  bankFiles: () => '/admin/payouts/formats',
  payout: (id: number) => `/admin/payouts/${id}`,
  tax: (month?: string) => (month ? `/admin/tax?month=${month}` : '/admin/tax'),
  taxRules: () => '/admin/tax/rules',
  messages: () => '/admin/messages',
  messageTexts: () => '/admin/messages/texts',
  webhooks: () => '/admin/messages/webhooks',
};
