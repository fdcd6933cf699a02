/** The routes of the admin, which the app adds to its own when someone goes there. */
import { Store } from 'lucide-react';
import { type RouteObject } from 'react-router-dom';
import { useHasRole } from '@/admin/roles';
import { ErrorPage } from '@/features/shell/ErrorPage';
import { Layout } from '@/features/shell/Layout';
import { buttonClass } from '@/ui/button';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Admin } from './Admin';
import './admin.css';
import { groups, type AdminPage } from './sections';

/** The table. */
export const routes: RouteObject[] = [
  {
    path: 'admin',
    element: <Layout bare />,
    errorElement: <ErrorPage />,
    children: [
      {
        Component: Admin,
        HydrateFallback: Loading,
        children: [
          {
            // A page that fails leaves the navigation in place.
            errorElement: <ErrorPage />,
            children: [
              ...groups.flatMap(({ sections }) =>
                sections.flatMap(({ pages }) => pages.map(route)),
              ),
              { path: '*', Component: NoPage },
            ],
          },
        ],
      },
    ],
  },
];

function route({ path, roles, load }: AdminPage): RouteObject {
  return {
    ...(path === '' ? { index: true } : { path }),
    lazy: async () => {
      const { Component: Page } = await load();
      return { Component: () => (useHasRole(...roles) ? <Page /> : <OtherRole />) };
    },
  };
}

function OtherRole() {
  return (
    <Empty
      icon={Store}
      title="Bukan bagian Anda"
      text="Halaman ini dikerjakan oleh pengelola dengan peran lain. Mintalah kepada pemilik toko bila Anda membutuhkannya."
    />
  );
}

function NoPage() {
  return (
    <Empty icon={Store} title="Halaman ini tidak ada">
      <Link to="/admin" className={buttonClass()}>
        Kembali ke kantor
      </Link>
    </Empty>
  );
}
