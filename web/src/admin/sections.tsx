/** The rooms of the back office in one table: address, name, who works there, and the page, fetched when first visited. */
import { Network, ScrollText, UserCog, UsersRound, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { StaffRole } from '@/admin/staff';

/** A page of the back office, by its address below `/admin`. */
export type AdminPage = {
  path: string;
  desks: readonly StaffRole[];
  load: () => Promise<{ Component: ComponentType }>;
};

/** A room that the navigation names; its first page is the one that the link leads to. */
export type Section = { label: string; icon: LucideIcon; pages: [AdminPage, ...AdminPage[]] };

/** A group of rooms under one heading. */
export type SectionGroup = { label: string; sections: Section[] };

/** The table. */
export const groups: SectionGroup[] = [
  {
    label: 'Anggota',
    sections: [
      {
        label: 'Anggota',
        icon: UsersRound,
        pages: [
          { path: 'members', desks: ['finance'], load: () => import('./members/MembersPage') },
          { path: 'members/:uid', desks: ['finance'], load: () => import('./members/MemberPage') },
        ],
      },
      {
        label: 'Jaringan',
        icon: Network,
        pages: [
          { path: 'network', desks: ['finance'], load: () => import('./members/NetworkPage') },
        ],
      },
    ],
  },
  {
    label: 'Kantor',
    sections: [
      {
        label: 'Pengelola',
        icon: UserCog,
        pages: [
          { path: 'staff', desks: ['owner'], load: () => import('./administrators/StaffPage') },
        ],
      },
      {
        label: 'Catatan perubahan',
        icon: ScrollText,
        pages: [{ path: 'audit', desks: ['owner'], load: () => import('./audit/AuditPage') }],
      },
    ],
  },
];
