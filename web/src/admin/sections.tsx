/* oxlint-disable eslint/max-lines -- a table: one entry for each page of the office */
/**
 * Table of the office's pages: address, name, roles with access, and the page, fetched when first
 * visited.
 */
import {
  Banknote,
  BookOpenText,
  Boxes,
  CalendarRange,
  ChartColumn,
  CircleQuestionMark,
  DatabaseBackup,
  FileText,
  GalleryHorizontal,
  Handshake,
  House,
  MessageSquareText,
  Network,
  Package,
  Palette,
  Percent,
  ReceiptText,
  ScrollText,
  Send,
  Settings,
  Shapes,
  ShoppingBag,
  TicketPercent,
  Tickets,
  Undo2,
  UserCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { AdminRole } from '@/admin/roles';

/** Page of the office, by its address below `/admin`. */
export type AdminPage = {
  path: string;
  roles: readonly AdminRole[];
  load: () => Promise<{ Component: ComponentType }>;
};

/** Section named in the navigation; its link leads to its first page. */
export type Section = { label: string; icon: LucideIcon; pages: [AdminPage, ...AdminPage[]] };

/** Group of sections under one heading. */
export type SectionGroup = { label: string; sections: Section[] };

const owner = ['owner'] as const;
const finance = ['finance'] as const;
const catalogue = ['catalogue'] as const;
const everyone = ['fulfilment', 'finance', 'catalogue'] as const;

function page(path: string, roles: readonly AdminRole[], load: AdminPage['load']): AdminPage {
  return { path, roles, load };
}

/** Account page of every administrator, linked from the foot of the navigation. */
export const ownAccount = page('account', everyone, () => import('./account/AccountPage'));

/** Manual, linked from the foot of the navigation and from every other page. */
export const manualPages = [
  page('manual', everyone, () => import('./manual/ManualIndex')),
  page('manual/:slug', everyone, () => import('./manual/ManualPage')),
];

/** All pages of the office, in groups of sections. */
export const groups: SectionGroup[] = [
  {
    label: 'Toko',
    sections: [
      {
        label: 'Hari ini',
        icon: House,
        pages: [page('', everyone, () => import('./dashboard/DashboardPage'))],
      },
      {
        label: 'Pesanan',
        icon: ShoppingBag,
        pages: [
          page('orders', ['fulfilment', 'finance'], () => import('./orders/OrdersPage')),
          page('orders/print', ['fulfilment'], () => import('./orders/PrintPage')),
          page('orders/pack', ['fulfilment'], () => import('./orders/PackPage')),
          page('orders/cash', ['finance'], () => import('./orders/CashPage')),
          page('orders/:orderId', ['fulfilment', 'finance'], () => import('./orders/OrderPage')),
          page('orders/:id/invoice', ['fulfilment', 'finance'], () => import('./orders/BillPage')),
        ],
      },
      {
        label: 'Pengembalian',
        icon: Undo2,
        pages: [
          page('returns', ['fulfilment', 'finance'], () => import('./returns/ReturnsPage')),
          page('returns/new', ['fulfilment'], () => import('./returns/NewReturnPage')),
          page('returns/:id', ['fulfilment', 'finance'], () => import('./returns/ReturnPage')),
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
          page('products', catalogue, () => import('./products/ProductsPage')),
          page('products/new', catalogue, () => import('./products/NewProductPage')),
          page('products/import', catalogue, () => import('./products/ImportPage')),
          page('products/pictures', catalogue, () => import('./products/PicturesPage')),
          page('products/:id', catalogue, () => import('./products/ProductPage')),
        ],
      },
      {
        label: 'Kategori',
        icon: Shapes,
        pages: [page('categories', catalogue, () => import('./categories/CategoriesPage'))],
      },
      {
        label: 'Stok',
        icon: Boxes,
        pages: [page('stock', ['catalogue', 'fulfilment'], () => import('./stock/StockPage'))],
      },
    ],
  },
  {
    label: 'Tampilan',
    sections: [
      {
        label: 'Merek',
        icon: Palette,
        pages: [page('brand', owner, () => import('./brand/BrandPage'))],
      },
      {
        label: 'Voucher',
        icon: TicketPercent,
        pages: [
          page('vouchers', catalogue, () => import('./vouchers/VouchersPage')),
          page('vouchers/:id', catalogue, () => import('./vouchers/VoucherPage')),
        ],
      },
      {
        label: 'Banner',
        icon: GalleryHorizontal,
        pages: [
          page('banners', catalogue, () => import('./banners/BannersPage')),
          page('banners/:id', catalogue, () => import('./banners/BannerPage')),
        ],
      },
      {
        label: 'Popup voucher',
        icon: Tickets,
        pages: [
          page('popup-vouchers', catalogue, () => import('./popup-vouchers/PopupsPage')),
          page('popup-vouchers/:id', catalogue, () => import('./popup-vouchers/PopupPage')),
        ],
      },
      {
        label: 'Ulasan',
        icon: MessageSquareText,
        pages: [page('reviews', catalogue, () => import('./reviews/ReviewsPage'))],
      },
      {
        label: 'Pertanyaan',
        icon: CircleQuestionMark,
        pages: [page('questions', catalogue, () => import('./questions/QuestionsPage'))],
      },
      {
        label: 'Halaman',
        icon: FileText,
        pages: [
          page('pages', catalogue, () => import('./pages/PagesPage')),
          page('pages/:slug', catalogue, () => import('./pages/EditPage')),
        ],
      },
      {
        label: 'Kode etik & ketentuan',
        icon: Handshake,
        pages: [
          page('agreements', owner, () => import('./agreements/AgreementsPage')),
          page('agreements/:slug', owner, () => import('./agreements/PublishPage')),
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
          page('members', finance, () => import('./members/MembersPage')),
          page('members/new', finance, () => import('./members/NewMemberPage')),
          page('members/:uid', finance, () => import('./members/MemberPage')),
          page('view', finance, () => import('./view/OpenPage')),
        ],
      },
      {
        label: 'Jaringan',
        icon: Network,
        pages: [page('network', finance, () => import('./network/NetworkPage'))],
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
          page('periods', finance, () => import('./periods/PeriodsPage')),
          page('periods/new', finance, () => import('./periods/NewPeriodPage')),
          page('periods/recurrence', finance, () => import('./periods/RecurrencePage')),
          page('periods/:id', finance, () => import('./periods/PeriodPage')),
        ],
      },
      {
        label: 'Rencana kompensasi',
        icon: Percent,
        pages: [
          page('compensation', finance, () => import('./compensation/PlansPage')),
          page('compensation/new', finance, () => import('./compensation/NewPlanPage')),
          page('compensation/:id', finance, () => import('./compensation/PlanVersionPage')),
          page('compensation/drafts/:id', finance, () => import('./compensation/PlanDraftPage')),
        ],
      },
      {
        label: 'Pembayaran bonus',
        icon: Banknote,
        pages: [
          page('payouts', finance, () => import('./payouts/PayoutsPage')),
          page('payouts/new', finance, () => import('./payouts/NewPayoutPage')),
          page('payouts/formats', finance, () => import('./payouts/FormatsPage')),
          page('payouts/:id/proof/:item', finance, () => import('./payouts/ProofPage')),
          page('payouts/:id', finance, () => import('./payouts/PayoutPage')),
        ],
      },
      {
        label: 'Pajak bonus',
        icon: ReceiptText,
        pages: [
          page('tax', finance, () => import('./tax/TaxPage')),
          page('tax/rules', finance, () => import('./tax/TaxRulesPage')),
        ],
      },
    ],
  },
  {
    label: 'Buku & laporan',
    sections: [
      {
        label: 'Buku kas',
        icon: BookOpenText,
        pages: [page('books', finance, () => import('./books/BooksPage'))],
      },
      {
        label: 'Laporan',
        icon: ChartColumn,
        pages: [
          page('reports', finance, () => import('./reports/ReportsPage')),
          page(
            'reports/stock',
            ['finance', 'catalogue'],
            () => import('./reports/StockReportPage'),
          ),
          page('reports/orders', finance, () => import('./reports/SoldOrdersPage')),
          page('reports/lapsed', finance, () => import('./reports/LapsedPage')),
          page('reports/cohorts', finance, () => import('./reports/CohortsPage')),
        ],
      },
    ],
  },
  {
    label: 'Kantor',
    sections: [
      {
        label: 'Pesan keluar',
        icon: Send,
        pages: [
          page('messages', everyone, () => import('./messages/MessagesPage')),
          page('messages/texts', owner, () => import('./messages/TextsPage')),
          page('messages/webhooks', owner, () => import('./messages/WebhooksPage')),
        ],
      },
      {
        label: 'Pengelola',
        icon: UserCog,
        pages: [
          page('staff', owner, () => import('./administrators/AdministratorsPage')),
          page('staff/logins', owner, () => import('./administrators/LoginsPage')),
        ],
      },
      {
        label: 'Catatan perubahan',
        icon: ScrollText,
        pages: [
          page('audit', owner, () => import('./audit/AuditPage')),
          page('audit/page-faults', owner, () => import('./page-faults/PageFaultsPage')),
          page('audit/jobs', owner, () => import('./jobs/JobsPage')),
        ],
      },
      {
        label: 'Cadangan',
        icon: DatabaseBackup,
        pages: [page('backups', owner, () => import('./backups/BackupsPage'))],
      },
      {
        label: 'Pengaturan',
        icon: Settings,
        pages: [
          page('settings', owner, () => import('./settings/SettingsPage')),
          page('settings/shipping', owner, () => import('./shipping/ShippingPage')),
        ],
      },
    ],
  },
];
