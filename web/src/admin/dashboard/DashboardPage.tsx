import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useHasRole } from '@/admin/roles';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import { date, today } from '@/format';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { setupQuery, dashboardQuery } from './calls';
import { SetupList } from './SetupList';
import { Waiting } from './Waiting';

/** Charts are heavy: only who sees them loads them. */
const Sales = lazy(() => import('./Sales').then(({ Sales: Part }) => ({ default: Part })));

/** What the day begins with: what waits for someone, what was sold, and what a new shop still needs. */
function DashboardPage() {
  const waiting = useQuery(dashboardQuery);
  const setup = useQuery(setupQuery);
  const finance = useHasRole('finance');
  return (
    <Screen title="Hari ini" text={date(`${today()}T12:00:00+07:00`)}>
      {waiting.isPending || setup.isPending ? (
        // One after the other they would push each other about.
        <Loading />
      ) : (
        <>
          {setup.data && <SetupList setup={setup.data} />}
          {waiting.data ? (
            <Waiting counts={waiting.data} />
          ) : (
            <Problem
              text={sentence(waiting.error, 'Ringkasan hari ini gagal dimuat.')}
              onRetry={() => void waiting.refetch()}
            />
          )}
          {finance && (
            <Suspense fallback={<div className="mt-8 min-h-[60rem]" />}>
              <Sales />
            </Suspense>
          )}
        </>
      )}
    </Screen>
  );
}

export { DashboardPage as Component };
