import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { Fact } from '@/admin/ui/Card';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import type { PlanVersion } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { SelectField } from '@/ui/Field';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { DocumentFold } from './DocumentFold';
import { PlanComparison, PlanSentences } from './PlanSentences';
import { formOf } from './planForm';
import { draftsQuery, versionsQuery } from './queries';
import { draftQuery } from './usePlanDraft';

/** Page of a published version, as sentences or next to another version. */
function PlanVersionPage() {
  const { id } = useParams();
  return (
    <Fetched query={versionsQuery}>
      {({ plans }) => {
        const version = plans.find((each) => String(each.id) === id);
        return version ? (
          <Version version={version} others={plans.filter((each) => each !== version)} />
        ) : (
          <Screen
            title="Versi tidak ditemukan"
            back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
          >
            <Problem text="Versi rencana ini tidak ada." />
          </Screen>
        );
      }}
    </Fetched>
  );
}

function Version({ version, others }: { version: PlanVersion; others: PlanVersion[] }) {
  const { id, plan, is_used, created_at, from_period_name, periods } = version;
  const form = formOf(plan);
  const navigate = useNavigate();
  const copy = useMutation(
    async () => {
      const body = { plan };
      const draft = await save('POST /api/admin/compensation-plan-drafts', { body });
      void navigate(adminPaths.planDraft(draft.id));
      await untilLeft();
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Draf gagal dibuat. Coba lagi.')),
  );
  return (
    <Screen
      title={`Versi ${id}: ${form.name}`}
      back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
      actions={
        <Button busy={copy.isPending && 'Membuat draf...'} onClick={() => copy.mutate()}>
          Salin menjadi draf
        </Button>
      }
    >
      <dl className="mb-5 grid gap-x-6 card px-5 py-3 text-sm sm:grid-cols-3">
        <Fact label="Keadaan">
          {is_used ? (
            <Badge tone="good">Dipakai sekarang</Badge>
          ) : (
            <Badge>{periods.length > 0 ? 'Pernah dipakai' : 'Belum dipakai'}</Badge>
          )}
        </Fact>
        <Fact label="Berlaku mulai">
          {from_period_name ?? `sejak diterbitkan, ${dateTime(created_at)}`}
        </Fact>
        <Fact label="Dipakai oleh">
          {periods.length > 0 ? periods.join(', ') : 'belum ada periode'}
        </Fact>
      </dl>
      <Beside version={version} others={others} />
      <div className="mt-5">
        <DocumentFold name={form.name} plan={plan} />
      </div>
    </Screen>
  );
}

/**
 * Shows the version alone, or next to the one named in the page's address: `v3` is a version, `d3`
 * a draft.
 */
function Beside({ version, others }: { version: PlanVersion; others: PlanVersion[] }) {
  const params = useAddressParams();
  const choose = useChooseParam<'with'>();
  const { data, isPending } = useQuery(draftsQuery);
  const drafts = data?.drafts ?? [];
  const wanted = params.get('with') ?? '';
  const other = others.find(({ id }) => `v${id}` === wanted);
  const draft = drafts.find(({ id }) => `d${id}` === wanted);
  const left = { title: `Versi ${version.id}`, plan: formOf(version.plan) };
  return (
    <>
      {(others.length > 0 || drafts.length > 0) && (
        <SelectField
          className="mb-5 sm:max-w-md"
          label="Bandingkan dengan"
          value={other || draft ? wanted : ''}
          onChange={({ target }) => choose('with', target.value)}
        >
          <option value="">Tidak dibandingkan</option>
          {others.map(({ id, plan }) => (
            <option key={id} value={`v${id}`}>
              Versi {id}: {plan.name}
            </option>
          ))}
          {drafts.map(({ id, name }) => (
            <option key={`d${id}`} value={`d${id}`}>
              Draf {name || id}
            </option>
          ))}
        </SelectField>
      )}
      {other ? (
        <PlanComparison
          left={left}
          right={{ title: `Versi ${other.id}`, plan: formOf(other.plan) }}
        />
      ) : draft ? (
        <Fetched query={draftQuery(draft.id)}>
          {({ plan, name }) => (
            <PlanComparison left={left} right={{ title: `Draf ${name}`, plan: formOf(plan) }} />
          )}
        </Fetched>
      ) : wanted.startsWith('d') && isPending ? (
        <Loading />
      ) : (
        <PlanSentences plan={left.plan} />
      )}
    </>
  );
}

export { PlanVersionPage as Component };
