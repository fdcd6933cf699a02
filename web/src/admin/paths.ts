/** Every address of the back office as a function. */
export const adminPaths = {
  today: () => '/admin',
  members: () => '/admin/members',
  member: (uid: string) => `/admin/members/${encodeURIComponent(uid)}`,
  network: (uid?: string) =>
    uid ? `/admin/network?member=${encodeURIComponent(uid)}` : '/admin/network',
  staff: () => '/admin/staff',
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
};
