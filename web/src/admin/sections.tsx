/** The rooms of the back office in one table: address, name, who works there, and the page, fetched when first visited. */
import { Boxes, Package, ScrollText, Shapes, type LucideIcon } from 'lucide-react';
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
    label: 'Katalog',
    sections: [
      {
        label: 'Produk',
        icon: Package,
        pages: [
          {
            path: 'products',
            desks: ['catalogue'],
            load: () => import('./catalogue/ProductsPage'),
          },
          {
            path: 'products/new',
            desks: ['catalogue'],
            load: () => import('./catalogue/NewProductPage'),
          },
          {
            path: 'products/import',
            desks: ['catalogue'],
            load: () => import('./catalogue/ImportPage'),
          },
          {
            path: 'products/:id',
            desks: ['catalogue'],
            load: () => import('./catalogue/ProductPage'),
          },
        ],
      },
      {
        label: 'Kategori',
        icon: Shapes,
        pages: [
          {
            path: 'categories',
            desks: ['catalogue'],
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
