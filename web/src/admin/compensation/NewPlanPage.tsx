import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { save } from '@/api/calls';
import { sentence } from '@/errors';
import type { PlanVersion } from '@/api/schema';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { PlanFields, planLabels } from './PlanFields';
import { draftOf, planOf, type PlanDraft } from './planDraft';
import { adminQuery } from '@/admin/ui/adminQuery';

/** The newest version, if there is one. */
const newest = adminQuery('/api/admin/compensation-plans', { limit: 1 });

/** Makes a new version of the compensation plan, starting from the newest. */
function NewPlanPage() {
  const { data, error, refetch } = useQuery(newest);
  return (
    <Screen
      title="Versi baru rencana kompensasi"
      text="Berawal dari versi terbaru."
      back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
    >
      {data ? (
        <PlanForm before={data.plans[0]} />
      ) : error ? (
        <Problem
          text={sentence(error, 'Rencana kompensasi gagal dimuat.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function PlanForm({ before }: { before: PlanVersion | undefined }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<FormEvent | null>(null);
  const draft = useDraft<PlanDraft>({
    name: 'compensation-new',
    initial: draftOf(before),
    save: async (typed, { version }) => {
      const body = { plan: planOf(typed), after_id: version };
      await save('POST /api/admin/compensation-plans', { body });
      toast('success', 'Versi baru disimpan');
      void navigate(adminPaths.compensation(), { replace: true });
    },
    read: (current: PlanVersion) => draftOf(current),
  });
  return (
    <div className="grid items-start gap-8">
      <DraftForm
        draft={{ ...draft, submit: setAsking }}
        labels={planLabels}
        save="Simpan versi baru"
      >
        <PlanFields draft={draft} />
      </DraftForm>
      {asking && (
        <ConfirmDialog
          title="Pakai versi baru ini?"
          text="Setiap perhitungan periode mulai sekarang memakai versi ini. Versi yang sudah disimpan tidak dapat diubah; yang salah diganti dengan versi baru lagi."
          confirm="Simpan dan pakai"
          onConfirm={() => draft.submit(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

export { NewPlanPage as Component };
