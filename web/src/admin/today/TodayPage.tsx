import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useWorksAt } from '@/admin/staff';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/api/client';
import { date, today } from '@/format';
import { Problem } from '@/ui/Problem';
import { todayQuery } from './calls';
import { SetupList } from './SetupList';
import { Waiting } from './Waiting';

/** Charts are heavy: only who sees them loads them. */
const Sales = lazy(() => import('./Sales').then(({ Sales: Part }) => ({ default: Part })));

/** What the day begins with: what waits for someone, what was sold, and what a new shop still needs. */
function TodayPage() {
  const { data, error, refetch } = useQuery(todayQuery);
  const finance = useWorksAt('finance');
  return (
    <Screen title="Hari ini" text={date(`${today()}T12:00:00+07:00`)}>
      <SetupList />
      {error && (
        <div className="mb-4">
          <Problem
            text={sentence(error, 'Ringkasan hari ini gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {(data || !error) && <Waiting today={data} />}
      {finance && (
        <Suspense fallback={<div className="mt-8 min-h-[60rem]" />}>
          <Sales />
        </Suspense>
      )}
    </Screen>
  );
}

export { TodayPage as Component };
