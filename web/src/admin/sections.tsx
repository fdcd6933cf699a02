/** The rooms of the back office in one table: address, name, who works there, and the page, fetched when first visited. */
import { House, PackageSearch, ScrollText, type LucideIcon } from 'lucide-react';
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

const anyDesk = ['owner', 'fulfilment', 'finance', 'catalogue'] as const;

/** The table. */
export const groups: SectionGroup[] = [
  {
    label: 'Toko',
    sections: [
      {
        label: 'Hari ini',
        icon: House,
        pages: [{ path: '', desks: anyDesk, load: () => import('./today/TodayPage') }],
      },
      {
        label: 'Pesanan',
        icon: PackageSearch,
        pages: [
          {
            path: 'orders',
            desks: ['fulfilment', 'finance'],
            load: () => import('./orders/OrdersPage'),
          },
          {
            path: 'orders/print',
            desks: ['fulfilment'],
            load: () => import('./orders/PrintPage'),
          },
          {
            path: 'orders/:orderId',
            desks: ['fulfilment', 'finance'],
            load: () => import('./orders/OrderPage'),
          },
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
