/** Administrators' roles: what they are called, and who has which. */
import { useMe } from '@/api/accounts';
import type { Role } from '@/api/schema';

/** A role of an administrator. */
export type AdminRole = Exclude<Role, 'member'>;

/** The roles as people read them. */
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

/** Whether the one who is logged in has one of these roles; the server asks again. */
export function useHasRole(...roles: AdminRole[]): boolean {
  return hasRole(useMe().data?.role, roles);
}
