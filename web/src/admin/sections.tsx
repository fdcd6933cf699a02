/** The rooms of the back office in one table: address, name, who works there, and the page, fetched when first visited. */
import {
  FileText,
  GalleryHorizontal,
  MessageSquareText,
  Network,
  ScrollText,
  Settings,
  TicketPercent,
  Tickets,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
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

const owner = ['owner'] as const;
const finance = ['finance'] as const;
const catalogue = ['catalogue'] as const;

/** The table. */
export const groups: SectionGroup[] = [
  {
    label: 'Tampilan',
    sections: [
      {
        label: 'Voucher',
        icon: TicketPercent,
        pages: [
          { path: 'vouchers', desks: catalogue, load: () => import('./display/VouchersPage') },
          { path: 'vouchers/:id', desks: catalogue, load: () => import('./display/VoucherPage') },
        ],
      },
      {
        label: 'Banner',
        icon: GalleryHorizontal,
        pages: [
          { path: 'banners', desks: catalogue, load: () => import('./display/BannersPage') },
          { path: 'banners/:id', desks: catalogue, load: () => import('./display/BannerPage') },
        ],
      },
      {
        label: 'Popup voucher',
        icon: Tickets,
        pages: [
          { path: 'popup-vouchers', desks: catalogue, load: () => import('./display/PopupsPage') },
          {
            path: 'popup-vouchers/:id',
            desks: catalogue,
            load: () => import('./display/PopupPage'),
          },
        ],
      },
      {
        label: 'Ulasan',
        icon: MessageSquareText,
        pages: [{ path: 'reviews', desks: catalogue, load: () => import('./display/ReviewsPage') }],
      },
      {
        label: 'Halaman',
        icon: FileText,
        pages: [
          { path: 'pages', desks: catalogue, load: () => import('./display/TextsPage') },
          { path: 'pages/:slug', desks: catalogue, load: () => import('./display/TextPage') },
        ],
      },
    ],
  },
  {
    label: 'Anggota',
    sections: [
      {
        label: 'Anggota',
        icon: UsersRound,
        pages: [
          { path: 'members', desks: finance, load: () => import('./members/MembersPage') },
          { path: 'members/:uid', desks: finance, load: () => import('./members/MemberPage') },
        ],
      },
      {
        label: 'Jaringan',
        icon: Network,
        pages: [{ path: 'network', desks: finance, load: () => import('./members/NetworkPage') }],
      },
    ],
  },
  {
    label: 'Kantor',
    sections: [
      {
        label: 'Catatan perubahan',
        icon: ScrollText,
        pages: [{ path: 'audit', desks: owner, load: () => import('./audit/AuditPage') }],
      },
      {
        label: 'Pengaturan',
        icon: Settings,
        pages: [{ path: 'settings', desks: owner, load: () => import('./display/SettingsPage') }],
      },
    ],
  },
];
