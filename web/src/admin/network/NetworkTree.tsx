import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { adminPaths } from '@/admin/paths';
import { roleNames } from '@/admin/roles';
import { Badge } from '@/ui/Badge';
import { sentence } from '@/errors';
import { list, usePages } from '@/api/pages';
import type { NetworkMember } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';

/** Number of levels that are indented; a phone has no room for more. */
const INDENTED = 6;

type LevelProps = {
  /** Member whose direct downline the level shows; null at the top. */
  below: NetworkMember | null;
  /** Rest of the path to the searched member: its first member is in this level. */
  trail: NetworkMember[];
  level: number;
};

/** The network as nested lists: each member with children is a button that opens them. */
export function NetworkTree({ trail }: { trail: NetworkMember[] }) {
  return (
    // Arrow keys start from the focused element, one of the buttons and links inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="card p-2 sm:p-3" onKeyDown={walk}>
      <Level below={null} trail={trail} level={0} />
    </div>
  );
}

/** Moves through the open part of the tree by arrow keys. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const here = (event.target as HTMLElement).closest<HTMLElement>('[data-tree]');
  if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tree]')];
  const expanded = here.getAttribute('aria-expanded');
  const above = here.closest('ul')?.closest('li')?.querySelector<HTMLElement>('[data-tree]');
  if (event.key === 'ArrowDown') all[all.indexOf(here) + 1]?.focus();
  else if (event.key === 'ArrowUp') all[all.indexOf(here) - 1]?.focus();
  else if (event.key === 'Home') all[0]?.focus();
  else if (event.key === 'End') all.at(-1)?.focus();
  else if (event.key === 'ArrowRight' && expanded === 'false') here.click();
  else if (event.key === 'ArrowRight' && expanded === 'true') all[all.indexOf(here) + 1]?.focus();
  else if (event.key === 'ArrowLeft' && expanded === 'true') here.click();
  else if (event.key === 'ArrowLeft') above?.focus();
  else return;
  event.preventDefault();
}

function Level({ below, trail, level }: LevelProps) {
  const [first, ...rest] = trail;
  // On the path to a member, the other members load only on request.
  const [all, setAll] = useState(first === undefined);
  const others = (below?.directs ?? 2) - 1;
  // Deeper levels show their number instead: even a line of two pixels for each would use up the
  // width of a phone.
  const indented = level > 0 && level <= INDENTED;
  return (
    <ul
      aria-label={below ? `Downline langsung ${below.name}` : 'Puncak jaringan'}
      className={indented ? 'ml-2 border-l border-line pl-1.5 sm:ml-5 sm:pl-2' : ''}
    >
      {first && <Node member={first} trail={rest} target={rest.length === 0} level={level} />}
      {all ? (
        <Rows below={below} except={first?.uid} level={level} />
      ) : (
        others > 0 && (
          <li className="py-1 pl-11">
            <Button look="quiet" onClick={() => setAll(true)}>
              {below ? `Tampilkan ${number(others)} lainnya` : 'Tampilkan puncak lainnya'}
            </Button>
          </li>
        )
      )}
    </ul>
  );
}

/** The members of a level, page by page. */
function Rows({
  below,
  except,
  level,
}: {
  below: NetworkMember | null;
  except: string | undefined;
  level: number;
}) {
  const { pages, error, retry, more } = usePages(list('/api/admin/network', { below: below?.uid }));
  if (!pages)
    return (
      <li className="py-1 pl-11">
        {error ? (
          <Problem text={sentence(error, 'Anggota gagal dimuat.')} onRetry={retry} />
        ) : (
          <p role="status" className="py-2 text-sm text-muted">
            Memuat data...
          </p>
        )}
      </li>
    );
  const members = pages.flatMap((page) => page.members).filter(({ uid }) => uid !== except);
  return (
    <>
      {members.map((member) => (
        <Node key={member.uid} member={member} trail={[]} level={level} />
      ))}
      {members.length === 0 && !except && (
        <li className="py-2 pl-11 text-sm text-muted">Tidak ada anggota di sini.</li>
      )}
      {more.there && (
        <li className="py-1">
          <LoadMore more={more} />
        </li>
      )}
    </>
  );
}

type NodeProps = { member: NetworkMember; trail: NetworkMember[]; target?: boolean; level: number };

function Node({ member, trail, target = false, level }: NodeProps) {
  const [open, setOpen] = useState(trail.length > 0);
  const row = useRef<HTMLDivElement>(null);
  const { uid, name, directs, downlines, is_suspended, role } = member;

  useEffect(() => {
    if (target) row.current?.scrollIntoView({ block: 'center' });
  }, [target]);

  return (
    <li>
      <div
        ref={row}
        className={`flex min-h-11 items-center gap-1 rounded-xl pr-2 ${target ? 'bg-brand-soft' : 'hover:bg-sunken'}`}
      >
        {directs > 0 ? (
          <button
            type="button"
            data-tree
            aria-expanded={open}
            aria-label={`Downline ${name}, ${number(directs)} langsung`}
            onClick={() => setOpen(!open)}
            className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:text-brand"
          >
            <ChevronRight size={18} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
          </button>
        ) : (
          <span className="w-10 shrink-0" />
        )}
        <Link
          to={adminPaths.member(uid)}
          {...(directs === 0 && { 'data-tree': true })}
          aria-current={target || undefined}
          className="min-w-0 flex-1 py-1.5 text-sm hover:text-brand"
        >
          <span className="font-medium wrap-anywhere">{name}</span>{' '}
          <span className="text-xs text-muted tabular-nums">{uid}</span>
        </Link>
        <span className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-xs text-muted tabular-nums">
          {is_suspended && <Badge tone="bad">Ditangguhkan</Badge>}
          {role !== 'member' && <Badge tone="info">{roleNames[role]}</Badge>}
          {level >= INDENTED && <Badge>Tingkat {number(level + 1)}</Badge>}
          {downlines > 0 && <span title="Downline di semua tingkat">{number(downlines)}</span>}
        </span>
      </div>
      {open && <Level below={member} trail={trail} level={level + 1} />}
    </li>
  );
}
