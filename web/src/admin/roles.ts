/** Roles of administrators: their names, and checks for them. */
import { useMe } from '@/api/accounts';
import type { Role } from '@/api/schema';

/** Role of an administrator. */
export type AdminRole = Exclude<Role, 'member'>;

/** Displayed names of the roles. */
export const roleNames: Record<Role, string> = {
  member: 'Member',
  owner: 'Pemilik',
  fulfilment: 'Pengiriman',
  finance: 'Keuangan',
  catalogue: 'Katalog',
};

/** Whether `role` is one of these roles; the owner has all of them. */
export function hasRole(role: Role | undefined, roles: readonly AdminRole[]): boolean {
  return role === 'owner' || roles.some((each) => each === role);
}

/** Whether the logged-in member has one of these roles; the server checks this again. */
export function useHasRole(...roles: AdminRole[]): boolean {
  return hasRole(useMe().data?.role, roles);
}
