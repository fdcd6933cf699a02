/** Every address of the back office as a function. */
export const adminPaths = {
  today: () => '/admin',
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
};
