/** Every address of the back office as a function. */
export const adminPaths = {
  today: () => '/admin',
  members: () => '/admin/members',
  member: (uid: string) => `/admin/members/${encodeURIComponent(uid)}`,
  network: (uid?: string) =>
    uid ? `/admin/network?member=${encodeURIComponent(uid)}` : '/admin/network',
  staff: () => '/admin/staff',
  vouchers: () => '/admin/vouchers',
  voucher: (id: number | 'new') => `/admin/vouchers/${id}`,
  banners: () => '/admin/banners',
  banner: (id: number | 'new') => `/admin/banners/${id}`,
  popups: () => '/admin/popup-vouchers',
  popup: (id: number | 'new') => `/admin/popup-vouchers/${id}`,
  reviews: () => '/admin/reviews',
  pages: () => '/admin/pages',
  page: (slug: string) => `/admin/pages/${slug}`,
  settings: () => '/admin/settings',
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
};
