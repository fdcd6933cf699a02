import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Card } from '@/admin/ui/Card';
import { refresh, request } from '@/api/calls';
import type { AdminPeriod, PeriodState, PlanDraftPage, PlanVersion } from '@/api/schema';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { SelectField } from '@/ui/Field';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { documentOf } from './planForm';
import { periodsQuery } from './queries';
import { Safeguards } from './Safeguards';
import type { PlanDraftState } from './usePlanDraft';
import { WaitingCard } from './WaitingCard';

/** Maximum number of periods named in a sentence. */
const MOST_NAMED = 4;

type Props = {
  draft: PlanDraftPage;
  state: PlanDraftState;
  /** Whether the plan has faults. */
  faulty: boolean;
  newest: PlanVersion | undefined;
};

/**
 * Form that publishes the draft as a version: its first period, and the warnings to acknowledge
 * before.
 */
export function PublishPanel({ draft, state, faulty, newest }: Props) {
  if (draft.waiting) return <WaitingCard draft={draft} version={state.version} />;
  if (faulty)
    return (
      <Card title="Belum dapat diterbitkan">
        <p className="mt-1 text-sm text-muted">Perbaiki dahulu yang disebut di atas.</p>
      </Card>
    );
  if (!state.isSaved)
    return (
      <Card title="Draf belum tersimpan">
        <p className="mt-1 mb-4 text-sm text-muted">Yang diterbitkan adalah draf yang tersimpan.</p>
        {state.failure && (
          <div className="mb-4">
            <Problem text={state.failure} />
          </div>
        )}
        <Button busy={state.busy && 'Menyimpan...'} onClick={() => void state.save()}>
          Simpan draf
        </Button>
      </Card>
    );
  return <PublishForm draft={draft} state={state} newest={newest} />;
}

function PublishForm({ draft, state, newest }: Omit<Props, 'faulty'>) {
  const navigate = useNavigate();
  const [from, setFrom] = useRestoredState('from', '');
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const [asking, setAsking] = useState(false);
  const plan = documentOf(state.plan);
  const weighed = useQuery({
    queryKey: ['/api/admin/compensation-plans/safeguards', JSON.stringify(plan)],
    queryFn: ({ signal }) =>
      request('POST /api/admin/compensation-plans/safeguards', { body: { plan }, signal }),
    staleTime: 0,
  });
  const periods = useQuery(periodsQuery).data?.periods.filter(isFree) ?? [];
  if (weighed.isPending) return <Loading text="Memeriksa apa yang dapat dibayar rencana ini..." />;
  if (!weighed.data)
    return (
      <Problem
        text={sentence(weighed.error, 'Rencana ini gagal diperiksa.')}
        onRetry={() => void weighed.refetch()}
      />
    );
  const { worst_case, newest_period, looser_limits } = weighed.data;
  const needsOther = newest_period?.is_over === true || Boolean(looser_limits);
  const mustAcknowledge = worst_case?.is_over === true;
  const period = periods.find(({ id }) => String(id) === from);
  const over = periods.filter(({ state: now }) => now === 'ended');

  const publish = async () => {
    const body = {
      version: state.version,
      after_id: newest?.id ?? 0,
      from_period: period?.id ?? null,
      acknowledges_worst_case: isAcknowledged,
    };
    const answer = await request('POST /api/admin/compensation-plan-drafts/{id}/publish', {
      params: { id: String(draft.id) },
      body,
    }).catch((error: unknown) => {
      // Another administrator may have published a version or added a draft; both are fetched
      // again.
      void refresh('/api/admin/compensation-plans', '/api/admin/compensation-plan-drafts');
      throw error;
    });
    if (answer.published) {
      toast('success', 'Rencana sudah terbit');
      // Leaves the page first: a refresh would request the deleted draft again.
      await navigate(adminPaths.planVersion(answer.published.id), { replace: true });
    }
    void refresh('/api/');
  };

  return (
    <div className="grid max-w-3xl gap-5">
      <Card title="Berlaku mulai">
        <SelectField
          className="mt-3 sm:max-w-md"
          label="Periode pertama"
          value={period ? from : ''}
          onChange={({ target }) => setFrom(target.value)}
        >
          <option value="">
            {periods.length > 0 ? 'Semua yang belum dihitung' : 'Periode berikutnya yang dibuat'}
          </option>
          {periods.map((each) => (
            <option key={each.id} value={each.id}>
              {told(each)}
            </option>
          ))}
        </SelectField>
        <p className="mt-3 text-sm text-muted">{whatHappens(period, newest, periods)}</p>
        {!period && newest && over.length > 0 && (
          <p className="mt-3 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
            {over.map(({ name }) => name).join('; ')} sudah berakhir: anggota berbelanja di sana
            dengan versi {newest.id}. Pilih periode sesudahnya bila itu harus tetap berlaku.
          </p>
        )}
      </Card>
      <Safeguards
        safeguards={weighed.data}
        isAcknowledged={isAcknowledged}
        onAcknowledge={setIsAcknowledged}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {mustAcknowledge && !isAcknowledged && (
          <p className="text-sm text-muted">Centang dahulu bahwa Anda mengetahui peringatannya.</p>
        )}
        <Button disabled={mustAcknowledge && !isAcknowledged} onClick={() => setAsking(true)}>
          {needsOther ? 'Minta persetujuan pemilik lain' : 'Terbitkan rencana'}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={needsOther ? 'Minta persetujuan?' : 'Terbitkan rencana ini?'}
          text={
            needsOther
              ? 'Draf menunggu sampai pemilik lain menyetujuinya dengan alasan. Selama itu belum ada bonus yang berubah.'
              : `${whatHappens(period, newest, periods)} Versi yang terbit tidak dapat diubah; yang salah diganti dengan versi baru lagi.`
          }
          confirm={needsOther ? 'Minta persetujuan' : 'Terbitkan'}
          onConfirm={publish}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Whether a period is not calculated yet, so that its bonuses can still follow another plan. */
function isFree({ calculated_at }: AdminPeriod): boolean {
  return !calculated_at;
}

const stateWords: Record<PeriodState, string> = {
  upcoming: 'akan datang',
  open: 'sedang berjalan',
  ended: 'sudah berakhir',
  calculated: 'sudah dihitung',
};

/** Names a period with its state: `November 2026 (sedang berjalan)`. */
function told({ name, state }: AdminPeriod): string {
  return `${name} (${stateWords[state]})`;
}

function named(periods: AdminPeriod[]): string {
  const names = periods.slice(0, MOST_NAMED).map(told);
  return (periods.length > MOST_NAMED ? [...names, 'lainnya'] : names).join('; ');
}

/**
 * Describes the effect of publishing on the periods that are not calculated, newest first, and on
 * the bonus estimates that members see.
 */
function whatHappens(
  period: AdminPeriod | undefined,
  newest: PlanVersion | undefined,
  periods: AdminPeriod[],
): string {
  const before = newest ? `dengan versi ${newest.id}` : 'tanpa rencana';
  if (period) {
    const earlier = periods.slice(periods.indexOf(period) + 1);
    const staying = earlier.length > 0 ? `: ${named(earlier)}` : '';
    return `Periode ${period.name} dan sesudahnya dihitung dengan rencana ini; yang sebelumnya tetap ${before}${staying}.`;
  }
  const waiting = periods.length > 0 ? ` Sekarang itu: ${named(periods)}.` : '';
  return `Setiap periode yang belum dihitung memakai rencana ini, juga yang sudah berakhir.${waiting} Perkiraan bonus anggota langsung berubah; periode yang sudah dihitung tidak.`;
}
