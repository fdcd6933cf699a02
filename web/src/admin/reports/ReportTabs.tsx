import { useHasRole } from '@/admin/roles';
import { adminPaths } from '@/admin/paths';
import { NavLink } from '@/ui/Link';

/** Tabs of the reports; nothing for administrators who may read only one of them. */
export function ReportTabs() {
  const finance = useHasRole('finance');
  if (!finance) return null;
  return (
    <nav aria-label="Laporan" className="mb-5 flex flex-wrap gap-1 border-b border-line pb-2">
      {(
        [
          ['Penjualan', adminPaths.reports()],
          ['Stok', adminPaths.stockReport()],
          ['Berhenti belanja', adminPaths.lapsedMembers()],
          ['Belanja ulang', adminPaths.cohorts()],
        ] as const
      ).map(([label, to]) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center rounded-full px-4 text-sm font-medium text-muted hover:text-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
