/** Who works in the back office, and at which desk. */
import { useMe } from '@/api/accounts';
import type { Role } from '@/api/schema';

/** A role of an administrator. */
export type StaffRole = Exclude<Role, 'member'>;

/** The roles as people read them. */
export const roleNames: Record<Role, string> = {
  member: 'Member',
  owner: 'Pemilik',
  fulfilment: 'Pengiriman',
  finance: 'Keuangan',
  catalogue: 'Katalog',
};

/** Whether someone with `role` works at one of these desks; the owner works at all. */
export function worksAt(role: Role | undefined, desks: readonly StaffRole[]): boolean {
  return role === 'owner' || desks.some((desk) => desk === role);
}

/** Whether the one who is logged in works at one of these desks; the server asks again. */
export function useWorksAt(...desks: StaffRole[]): boolean {
  return worksAt(useMe().data?.role, desks);
}
