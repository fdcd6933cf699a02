import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { save } from '@/api/save';
import { toast } from '@/ui/toast';
import { PeriodFields, type PeriodDraft } from './PeriodFields';

const nothing: PeriodDraft = { name: '', starts_on: '', ends_on: '', version: 0 };

/** Makes a period. */
function NewPeriodPage() {
  const navigate = useNavigate();
  const draft = useDraft<PeriodDraft>({
    name: 'period-new',
    initial: nothing,
    save: async ({ name, starts_on, ends_on }) => {
      const body = { name, starts_on, ends_on };
      const made = await save('POST /api/admin/periods', { body });
      toast('success', 'Periode dibuat');
      void navigate(adminPaths.period(made.period.id), { replace: true });
    },
  });
  return (
    <Screen
      title="Periode baru"
      text="Periode boleh bertumpang tindih: anggota lalu memilih sendiri periode pesanannya."
      back={{ to: adminPaths.periods(), label: 'Semua periode' }}
    >
      <DraftForm draft={draft} save="Buat periode">
        <div className="card p-5">
          <PeriodFields draft={draft} />
        </div>
      </DraftForm>
    </Screen>
  );
}

export { NewPeriodPage as Component };
