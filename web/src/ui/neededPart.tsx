import { useEffect, useState, type ComponentType } from 'react';
import { OFFLINE } from '@/errors';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

/**
 * Returns a part that takes the place of a whole page, fetched when it is first drawn. If it cannot
 * be fetched, an error with a button to reload is shown instead.
 */
export function neededPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let Part: ComponentType<Props> | undefined;
  return function NeededPart(props: Props) {
    const [, setLoaded] = useState(Part !== undefined);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      void fetchPart();
      async function fetchPart() {
        try {
          Part ??= (await load()).default;
          setLoaded(true);
        } catch {
          setFailed(true);
        }
      }
      // oxlint-disable-next-line react/exhaustive-deps -- asked for once, when it is drawn
    }, []);
    if (Part) return <Part {...props} />;
    if (!failed) return <Loading />;
    return (
      <div className="mx-auto w-full max-w-xl px-4 py-10">
        <h1 className="sr-only">Gagal dimuat</h1>
        {/* After a failure, a browser may request a module again only in a new document. */}
        <Problem text={OFFLINE} onRetry={() => window.location.reload()} />
      </div>
    );
  };
}
