import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { queryClient, sentence } from '@/api/client';
import type { PlanVersion } from '@/api/schema';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { Example } from './Example';
import { PlanFields, planLabels } from './PlanFields';
import { draftOf, planOf, type PlanDraft } from './planDraft';
import { change, newestPlanQuery } from '@/admin/parts/volume';

/** Makes a new version of the compensation plan, starting from the newest. */
function NewPlanPage() {
  const { data, error, refetch } = useQuery(newestPlanQuery);
  return (
    <Screen
      title="Versi baru rencana kompensasi"
      text="Berawal dari versi terbaru. Contoh di sampingnya dihitung dengan aturan yang sama seperti perhitungan periode."
      back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
    >
      {data ? (
        <PlanForm newest={data.plans[0]} />
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

function PlanForm({ newest }: { newest: PlanVersion | undefined }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<FormEvent | null>(null);
  const draft = useDraft<PlanDraft>({
    name: 'compensation-new',
    initial: draftOf(newest),
    save: async (typed, { version }) => {
      await change(null, 'POST', '/api/admin/compensation-plans', {
        plan: planOf(typed),
        after_id: version,
      });
      toast('success', 'Versi baru disimpan');
      void navigate(adminPaths.compensation(), { replace: true });
    },
    read: (current: PlanVersion) => {
      void queryClient.invalidateQueries({ queryKey: newestPlanQuery.queryKey });
      return draftOf(current);
    },
  });
  const confirmed = (event: FormEvent) => {
    event.preventDefault();
    setAsking(event);
  };
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <DraftForm
        draft={{ ...draft, submit: confirmed }}
        labels={planLabels}
        save="Simpan versi baru"
      >
        <PlanFields draft={draft} />
      </DraftForm>
      <Example plan={planOf(draft.draft)} />
      {asking && (
        <ConfirmDialog
          title="Pakai versi baru ini?"
          text="Setiap perhitungan periode mulai sekarang memakai versi ini. Versi yang sudah disimpan tidak dapat diubah; yang salah diganti dengan versi baru lagi."
          confirm="Simpan dan pakai"
          onConfirm={() => {
            setAsking(null);
            draft.submit(asking);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

export { NewPlanPage as Component };
