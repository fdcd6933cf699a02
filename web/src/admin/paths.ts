/** Every address of the back office as a function. */
export const adminPaths = {
  today: () => '/admin',
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
  periods: () => '/admin/periods',
  newPeriod: () => '/admin/periods/new',
  period: (id: number) => `/admin/periods/${id}`,
  compensation: () => '/admin/compensation',
  newCompensation: () => '/admin/compensation/new',
  payouts: (query: { period_id?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/payouts?${text}` : '/admin/payouts';
  },
  newPayout: (period?: number) =>
    period === undefined ? '/admin/payouts/new' : `/admin/payouts/new?period_id=${period}`,
  payout: (id: number) => `/admin/payouts/${id}`,
};
