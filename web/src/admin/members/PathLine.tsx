import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { adminPaths } from '@/admin/paths';
import { number } from '@/format';
import { Link } from '@/ui/Link';

type Step = { uid: string; name: string };

/** Number of names shown at the beginning and at the end of a long path. */
const [FIRST, LAST] = [2, 4];

/**
 * Path from the top of the network to a member; in a long path, the members in the middle are only
 * counted.
 */
export function PathLine({ path, linked = false }: { path: Step[]; linked?: boolean }) {
  const long = path.length > FIRST + LAST + 1;
  const shown = long ? [...path.slice(0, FIRST), ...path.slice(-LAST)] : path;
  return (
    <p className="flex flex-wrap items-center gap-x-1 gap-y-0.5 text-sm">
      {shown.map(({ uid, name }, index) => (
        <Fragment key={uid}>
          {index > 0 && <ChevronRight aria-hidden size={15} className="shrink-0 text-muted" />}
          {long && index === FIRST && (
            <>
              <span className="text-muted">… {number(path.length - FIRST - LAST)} lainnya …</span>
              <ChevronRight aria-hidden size={15} className="shrink-0 text-muted" />
            </>
          )}
          {uid === path.at(-1)?.uid ? (
            <strong className="font-semibold">{name}</strong>
          ) : linked ? (
            <Link to={adminPaths.member(uid)} className="text-brand hover:underline">
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )}
        </Fragment>
      ))}
    </p>
  );
}
