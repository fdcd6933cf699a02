import { ChevronDown } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { hasRole } from '@/admin/roles';
import type { Role } from '@/api/schema';
import { number } from '@/format';
import { Badge } from '@/ui/Badge';
import { NavLink } from '@/ui/Link';
import { groups, type Section } from './sections';

/** Returns a section's address. */
const navPath = ({ pages: [{ path }] }: Section) => (path ? `/admin/${path}` : '/admin');

/** Maximum number of sections that are shown with every group open. */
const FEW = 8;

/** Counts of waiting work, by the address of its section (`navPath`). */
type Waiting = Record<string, number>;

type NavGroupProps = { label: string; sections: Section[]; fold: boolean; waiting: Waiting };

/** Group of sections; open while the current page belongs to one of them. */
function NavGroup({ label, sections, fold, waiting }: NavGroupProps) {
  const { pathname } = useLocation();
  const here = sections.some((section) => {
    const path = navPath(section);
    return path === pathname || (path !== '/admin' && pathname.startsWith(`${path}/`));
  });
  return (
    <details open={here || !fold} className="group">
      <summary className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-sm font-medium text-muted hover:text-brand [&::-webkit-details-marker]:hidden">
        <span className="flex-1">{label}</span>
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      {sections.map((section) => (
        <NavItem key={section.label} section={section} waiting={waiting} />
      ))}
    </details>
  );
}

function NavItem({ section, waiting }: { section: Section; waiting: Waiting }) {
  const { label, icon: Icon } = section;
  const path = navPath(section);
  const count = waiting[path] ?? 0;
  return (
    <NavLink
      to={path}
      end={path === '/admin'}
      className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-sm font-medium hover:bg-brand-soft hover:text-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand"
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      {label}
      {count > 0 && (
        <span className="ml-auto tabular-nums">
          <Badge tone="good">
            {number(count)}
            <span className="sr-only"> menunggu</span>
          </Badge>
        </span>
      )}
    </NavLink>
  );
}

/** Sections of a role in their groups; those for daily work come before the groups. */
export function AdminNav({ role, waiting }: { role: Role; waiting: Waiting }) {
  const [daily, ...others] = groups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ pages }) => hasRole(role, pages[0].roles)),
    }))
    .filter(({ sections }) => sections.length > 0);
  const count = others.reduce((sum, { sections }) => sum + sections.length, 0);
  return (
    <>
      {daily?.sections.map((section) => (
        <NavItem key={section.label} section={section} waiting={waiting} />
      ))}
      {others.map(({ label, sections }) => (
        <NavGroup
          key={label}
          label={label}
          sections={sections}
          fold={count > FEW}
          waiting={waiting}
        />
      ))}
    </>
  );
}
