/** The rooms of the back office in one table: address, name, who works there, and the page, fetched when first visited. */
import { Banknote, CalendarRange, Percent, ScrollText, type LucideIcon } from 'lucide-react';
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
    label: 'BV & bonus',
    sections: [
      {
        label: 'Periode',
        icon: CalendarRange,
        pages: [
          { path: 'periods', desks: ['finance'], load: () => import('./volume/PeriodsPage') },
          { path: 'periods/new', desks: ['finance'], load: () => import('./volume/NewPeriodPage') },
          { path: 'periods/:id', desks: ['finance'], load: () => import('./volume/PeriodPage') },
        ],
      },
      {
        label: 'Rencana kompensasi',
        icon: Percent,
        pages: [
          { path: 'compensation', desks: ['finance'], load: () => import('./volume/PlansPage') },
          {
            path: 'compensation/new',
            desks: ['finance'],
            load: () => import('./volume/NewPlanPage'),
          },
        ],
      },
      {
        label: 'Pembayaran bonus',
        icon: Banknote,
        pages: [
          { path: 'payouts', desks: ['finance'], load: () => import('./volume/PayoutsPage') },
          { path: 'payouts/new', desks: ['finance'], load: () => import('./volume/NewPayoutPage') },
          { path: 'payouts/:id', desks: ['finance'], load: () => import('./volume/PayoutPage') },
        ],
      },
    ],
  },
  {
    label: 'Kantor',
    sections: [
      {
        label: 'Catatan perubahan',
        icon: ScrollText,
        pages: [{ path: 'audit', desks: ['owner'], load: () => import('./audit/AuditPage') }],
      },
    ],
  },
];
