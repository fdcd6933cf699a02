import { FileQuestion } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import type { PlanDraftPage as Draft, PlanVersion } from '@/api/schema';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { useAddressParams } from '@/ui/useAddressParams';
import { ComponentsEditor } from './ComponentsEditor';
import { DesignerContext, type Designer } from './designer';
import { DocumentFold } from './DocumentFold';
import { ExamplePanel } from './ExamplePanel';
import { FaultList } from './FaultList';
import { PlanHead } from './PlanHead';
import { documentOf, formOf } from './planForm';
import { PublishPanel } from './PublishPanel';
import { versionsQuery } from './queries';
import { RanksEditor } from './RanksEditor';
import { ReplayPanel } from './ReplayPanel';
import { SaveBar } from './SaveBar';
import { useExample } from './useExample';
import { draftQuery, usePlanDraft } from './usePlanDraft';

/**
 * Steps from the first figure to a published version: the name of each in the page's address, and
 * its label.
 */
const steps = [
  ['', 'Susun'],
  ['replay', 'Uji ulang'],
  ['publish', 'Terbitkan'],
] as const;

/**
 * Compensation plan that is being written: its form next to an example, its trial on past periods,
 * and publishing.
 */
function PlanDraftPage() {
  const { id } = useParams();
  return (
    <Fetched query={draftQuery(Number(id))} missing={<Gone />}>
      {(draft) => (
        <Fetched query={versionsQuery}>
          {({ plans }) => <DesignerPage key={draft.id} draft={draft} versions={plans} />}
        </Fetched>
      )}
    </Fetched>
  );
}

function Gone() {
  return (
    <Screen
      title="Draf tidak ditemukan"
      back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
    >
      <Empty
        icon={FileQuestion}
        title="Draf ini tidak ada lagi."
        text="Mungkin sudah diterbitkan menjadi versi baru, atau dihapus."
      >
        <Link to={adminPaths.compensation()} className={buttonClass()}>
          Ke semua versi dan draf
        </Link>
      </Empty>
    </Screen>
  );
}

function DesignerPage({ draft, versions }: { draft: Draft; versions: PlanVersion[] }) {
  const state = usePlanDraft(draft);
  const { plan, change, network, changeNetwork } = state;
  const tried = useExample(plan, network);
  const step = useAddressParams().get('step') ?? '';
  const kept = useMemo(() => {
    const forms = versions.map((version) => formOf(version.plan));
    return {
      ranks: new Set(forms.flatMap(({ ranks }) => ranks.map(({ code }) => code))),
      components: new Set(forms.flatMap(({ components }) => components.map(({ code }) => code))),
    };
  }, [versions]);
  const { faults } = tried;
  const designer = useMemo<Designer>(
    () => ({ plan, change, faults, kept }),
    [plan, change, faults, kept],
  );
  const newest = versions[0];
  return (
    <DesignerContext value={designer}>
      <Screen
        title={plan.name.trim() || 'Rencana tanpa nama'}
        text={
          draft.waiting ? 'Draf yang menunggu persetujuan pemilik lain.' : 'Draf: belum dipakai.'
        }
        back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
        actions={
          newest && (
            <Link
              to={`${adminPaths.planVersion(newest.id)}?with=d${draft.id}`}
              className={buttonClass('outline')}
            >
              Bandingkan dengan versi {newest.id}
            </Link>
          )
        }
      >
        <Steps id={draft.id} current={step} />
        {draft.waiting && step === '' && (
          <p className="mb-5 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
            Draf ini menunggu persetujuan pemilik lain. Setiap perubahan membatalkan permintaan itu.
          </p>
        )}
        <div data-designer>
          {step === 'replay' ? (
            <Checked>
              <ReplayPanel plan={plan} faulty={faults.length > 0} />
            </Checked>
          ) : step === 'publish' ? (
            <Checked>
              <PublishPanel
                draft={draft}
                state={state}
                faulty={faults.length > 0}
                newest={newest}
              />
            </Checked>
          ) : (
            <>
              <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
                <div className="grid min-w-0 gap-6">
                  <PlanHead />
                  <RanksEditor />
                  <ComponentsEditor />
                  <DocumentFold name={plan.name} plan={documentOf(plan)} />
                </div>
                <ExamplePanel
                  plan={plan}
                  network={network}
                  onChange={changeNetwork}
                  tried={tried}
                />
              </div>
              <SaveBar draft={state}>
                <a href="#plan-example" className={buttonClass('quiet', 'px-3! xl:hidden')}>
                  Lihat contoh
                </a>
                <Link to={adminPaths.planDraft(draft.id, 'replay')} className={buttonClass()}>
                  Lanjut: uji ulang
                </Link>
              </SaveBar>
            </>
          )}
        </div>
      </Screen>
    </DesignerContext>
  );
}

/** Step that needs a plan without faults; shows the faults above it. */
function Checked({ children }: { children: ReactNode }) {
  return (
    <>
      <FaultList />
      {children}
    </>
  );
}

function Steps({ id, current }: { id: number; current: string }) {
  return (
    <nav aria-label="Langkah" className="mb-5">
      <ol className="flex flex-wrap gap-2">
        {steps.map(([name, label], at) => (
          <li key={name}>
            <Link
              to={adminPaths.planDraft(id, name)}
              aria-current={name === current ? 'step' : undefined}
              className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-medium ${name === current ? 'border-brand bg-brand-soft text-brand' : 'border-line hover:text-brand'}`}
            >
              <span aria-hidden className="tabular-nums">
                {at + 1}
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export { PlanDraftPage as Component };
