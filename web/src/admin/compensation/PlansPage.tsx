import { Percent } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Fetched } from '@/ui/Fetched';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { list } from '@/api/pages';
import type { PlanDraft, PlanVersion } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { draftsQuery } from './queries';

const versions: Columns<PlanVersion> = [
  {
    label: 'Versi',
    cell: ({ id, plan, is_used }) => (
      <span className="flex flex-wrap items-center gap-2">
        {id}. {plan.name}
        {is_used && <Badge tone="good">Dipakai</Badge>}
      </span>
    ),
  },
  {
    label: 'Berlaku mulai',
    cell: ({ from_period_name }) => from_period_name ?? 'sejak diterbitkan',
  },
  { label: 'Diterbitkan', cell: ({ created_at }) => dateTime(created_at) },
  {
    label: 'Dipakai oleh',
    cell: ({ periods }) => (periods.length > 0 ? periods.join(', ') : 'belum ada periode'),
  },
];

const all = list('/api/admin/compensation-plans', {});

/** Versions of the compensation plan, and its drafts. */
function PlansPage() {
  const create = (
    <Link to={adminPaths.newCompensation()} className={buttonClass()}>
      Buat rencana
    </Link>
  );
  return (
    <Screen
      title="Rencana kompensasi"
      text="Cara toko membayar bonus. Versi yang sudah terbit tidak pernah berubah; perubahan menjadi versi baru."
      actions={create}
    >
      <Fetched query={draftsQuery}>
        {({ drafts }) => (
          <>
            {drafts.length > 0 && <Drafts drafts={drafts} />}
            <h2 className="mb-3 font-display text-lg font-semibold">Versi yang terbit</h2>
            <PagedTable
              label="Versi rencana kompensasi"
              list={all}
              rowsOf={({ plans }) => plans}
              keyOf={({ id }) => id}
              to={({ id }) => adminPaths.planVersion(id)}
              columns={versions}
              empty={{
                icon: Percent,
                title: 'Belum ada rencana kompensasi',
                text: 'Tanpa rencana, bonus sebuah periode tidak dapat dihitung. Mulai dari contoh yang sudah jadi.',
                children: create,
              }}
            />
          </>
        )}
      </Fetched>
    </Screen>
  );
}

const drafted: Columns<PlanDraft> = [
  {
    label: 'Draf',
    cell: ({ name, waiting }) => (
      <span className="flex flex-wrap items-center gap-2">
        {name || 'Tanpa nama'}
        {waiting && <Badge tone="waiting">Menunggu pemilik lain</Badge>}
      </span>
    ),
  },
  { label: 'Diubah', cell: ({ changed_at }) => dateTime(changed_at) },
  { label: 'Oleh', cell: ({ changed_by }) => changed_by },
  { label: 'Tindakan', actions: true, cell: (draft) => <RemoveDraft draft={draft} /> },
];

function Drafts({ drafts }: { drafts: PlanDraft[] }) {
  return (
    <section aria-labelledby="plan-drafts" className="mb-8">
      <h2 id="plan-drafts" className="mb-3 font-display text-lg font-semibold">
        Sedang disusun
      </h2>
      <DataTable
        label="Draf rencana kompensasi"
        columns={drafted}
        rows={drafts}
        keyOf={({ id }) => id}
        to={({ id, waiting }) => adminPaths.planDraft(id, waiting ? 'publish' : '')}
      />
    </section>
  );
}

function RemoveDraft({ draft: { id, name, version } }: { draft: PlanDraft }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        className="-my-2.5 -ml-3 px-3! text-danger! hover:bg-danger-soft!"
        aria-label={`Hapus draf ${name}`}
        onClick={() => setAsked(true)}
      >
        Hapus
      </Button>
      {asked && (
        <ConfirmDialog
          title={`Hapus draf ${name || 'ini'}?`}
          text="Yang dihapus tidak dapat dikembalikan. Versi yang sudah terbit tidak berubah."
          confirm="Ya, hapus"
          onConfirm={async () => {
            await save('DELETE /api/admin/compensation-plan-drafts/{id}', {
              params: { id: String(id), version },
            });
            toast('success', 'Draf dihapus.');
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

export { PlansPage as Component };
