/** The rooms of the back office in one table: address, name, who works there, and the page, fetched when first visited. */
import {
  Banknote,
  Boxes,
  CalendarRange,
  FileText,
  GalleryHorizontal,
  House,
  MessageSquareText,
  Network,
  Package,
  Percent,
  ScrollText,
  Settings,
  Shapes,
  ShoppingBag,
  TicketPercent,
  Tickets,
  UserCog,
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
const anyDesk = ['fulfilment', 'finance', 'catalogue'] as const;

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
        icon: ShoppingBag,
        pages: [
          {
            path: 'orders',
            desks: ['fulfilment', 'finance'],
            load: () => import('./orders/OrdersPage'),
          },
          { path: 'orders/print', desks: ['fulfilment'], load: () => import('./orders/PrintPage') },
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
    label: 'Katalog',
    sections: [
      {
        label: 'Produk',
        icon: Package,
        pages: [
          { path: 'products', desks: catalogue, load: () => import('./catalogue/ProductsPage') },
          {
            path: 'products/new',
            desks: catalogue,
            load: () => import('./catalogue/NewProductPage'),
          },
          {
            path: 'products/import',
            desks: catalogue,
            load: () => import('./catalogue/ImportPage'),
          },
          { path: 'products/:id', desks: catalogue, load: () => import('./catalogue/ProductPage') },
        ],
      },
      {
        label: 'Kategori',
        icon: Shapes,
        pages: [
          {
            path: 'categories',
            desks: catalogue,
            load: () => import('./catalogue/CategoriesPage'),
          },
        ],
      },
      {
        label: 'Stok',
        icon: Boxes,
        pages: [
          {
            path: 'stock',
            desks: ['catalogue', 'fulfilment'],
            load: () => import('./catalogue/StockPage'),
          },
        ],
      },
    ],
  },
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
    label: 'BV & bonus',
    sections: [
      {
        label: 'Periode',
        icon: CalendarRange,
        pages: [
          { path: 'periods', desks: finance, load: () => import('./volume/PeriodsPage') },
          { path: 'periods/new', desks: finance, load: () => import('./volume/NewPeriodPage') },
          { path: 'periods/:id', desks: finance, load: () => import('./volume/PeriodPage') },
        ],
      },
      {
        label: 'Rencana kompensasi',
        icon: Percent,
        pages: [
          { path: 'compensation', desks: finance, load: () => import('./volume/PlansPage') },
          { path: 'compensation/new', desks: finance, load: () => import('./volume/NewPlanPage') },
        ],
      },
      {
        label: 'Pembayaran bonus',
        icon: Banknote,
        pages: [
          { path: 'payouts', desks: finance, load: () => import('./volume/PayoutsPage') },
          { path: 'payouts/new', desks: finance, load: () => import('./volume/NewPayoutPage') },
          { path: 'payouts/:id', desks: finance, load: () => import('./volume/PayoutPage') },
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
        pages: [{ path: 'staff', desks: owner, load: () => import('./administrators/StaffPage') }],
      },
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
