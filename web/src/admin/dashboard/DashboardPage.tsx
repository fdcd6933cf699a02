import { useQuery } from '@tanstack/react-query';
import { OrderWindowNotice } from '@/admin/components/OrderWindowNotice';
import { useHasRole } from '@/admin/roles';
import { setupQuery } from '@/admin/components/setup';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import { date, today } from '@/dates';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { todayQuery } from '@/admin/components/today';
import { Sales } from './Sales';
import { SetupList } from './SetupList';
import { Waiting } from './Waiting';

/** Start page of the office: waiting work, sales, and the steps that a new shop still needs. */
function DashboardPage() {
  const waiting = useQuery(todayQuery);
  const setup = useQuery(setupQuery);
  const finance = useHasRole('finance');
  return (
    <Screen title="Hari ini" text={date(`${today()}T12:00:00+07:00`)}>
      {waiting.isPending || setup.isPending ? (
        // If the parts appeared one after the other, each would shift those already there.
        <Loading />
      ) : (
        <>
          {waiting.data && <OrderWindowNotice orderWindow={waiting.data.order_window} />}
          {setup.data && <SetupList setup={setup.data} />}
          {waiting.data ? (
            <Waiting counts={waiting.data} />
          ) : (
            <Problem
              text={sentence(waiting.error, 'Ringkasan hari ini gagal dimuat.')}
              onRetry={() => void waiting.refetch()}
            />
          )}
          {finance && <Sales />}
        </>
      )}
    </Screen>
  );
}

export { DashboardPage as Component };
