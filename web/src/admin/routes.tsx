/** Routes of the office, which are added to the app's routes when someone opens the office. */
import { Store } from 'lucide-react';
import { lazy } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { useHasRole } from '@/admin/roles';
import { PageFrame } from '@/features/shell/PageFrame';
import { underWay } from '@/state';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Admin } from './Admin';
import './admin.css';
import { explanations } from './manual/explanations';
import { groups, manualPages, ownAccount, type AdminPage } from './sections';
import { ManualContext } from './ui/ManualLink';

function route({ path, roles, load }: AdminPage): RouteObject {
  const Page = lazy(async () => ({ default: (await underWay(load)).Component }));
  const ForRole = () =>
    useHasRole(...roles) ? (
      <ManualContext value={explanations[path] ?? ''}>
        <Page />
      </ManualContext>
    ) : (
      <OtherRole />
    );
  return path === '' ? { index: true, element: <ForRole /> } : { path, element: <ForRole /> };
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

const table: RouteObject[] = [
  {
    element: <Admin />,
    children: [
      {
        element: <PageFrame />,
        children: [
          ...groups.flatMap(({ sections }) => sections.flatMap(({ pages }) => pages.map(route))),
          route(ownAccount),
          ...manualPages.map(route),
          { path: '*', element: <NoPage /> },
        ],
      },
    ],
  },
];

function AdminRoutes() {
  return useRoutes(table);
}

export { AdminRoutes as Component };
