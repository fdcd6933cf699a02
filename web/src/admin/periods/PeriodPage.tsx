import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { NET } from '@/admin/components/sales';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { sentence } from '@/errors';
import type { AdminPeriod, AdminPeriodPage } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { Calculation } from './Calculation';
import { Figures } from '@/admin/ui/Figures';
import { PeriodActions } from './PeriodActions';
import { PeriodFields, periodLabels, type PeriodDraft } from './PeriodFields';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { day, periodStates } from './labels';

const back = { to: adminPaths.periods(), label: 'Semua periode' };

/** Page of a period: its contents, its days, and its calculation. */
function PeriodPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/periods/{id}', { id }));
  if (!data)
    return (
      <Screen key="loading" title="Periode BV" back={back}>
        {error ? (
          <Problem text={sentence(error, 'Periode gagal dimuat.')} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Screen>
    );
  const { period, overlaps } = data;
  const [word, tone] = periodStates[period.state];
  return (
    <Screen
      title={period.name}
      text={`${day(period.starts_on)} – ${day(period.ends_on)}`}
      back={back}
      actions={<PeriodActions key={id} page={data} />}
    >
      <div className="grid gap-6">
        <Figures
          label="Isi periode"
          figures={[
            [
              'Status',
              <Badge key="state" tone={tone}>
                {word}
              </Badge>,
            ],
            ['Pesanan terhitung', number(period.orders)],
            ['BV', number(period.points)],
            [NET, rupiah(period.sales_rp)],
          ]}
        />
        {overlaps.length > 0 && (
          <p className="rounded-2xl bg-info-soft px-4 py-3 text-sm text-info">
            Bertumpang tindih dengan {overlaps.join(', ')}: anggota memilih sendiri periode
            pesanannya.
          </p>
        )}
        {period.state === 'calculated' ? (
          <p className="text-sm text-muted">
            Dihitung {period.calculated_at && dateTime(period.calculated_at)}. Periode ini tidak
            dapat diubah lagi.
          </p>
        ) : (
          <Edit key={period.id} period={period} />
        )}
        {period.state !== 'upcoming' && <Calculation period={period} />}
      </div>
    </Screen>
  );
}

function fields({ name, starts_on, ends_on, version }: AdminPeriod): PeriodDraft {
  return { name, starts_on, ends_on, version };
}

function Edit({ period }: { period: AdminPeriod }) {
  const draft = useDraft<PeriodDraft>({
    name: `period-${period.id}`,
    initial: fields(period),
    save: async (typed, { version }) => {
      const params = { id: period.id };
      const keep = adminQuery('/api/admin/periods/{id}', params);
      await save('PUT /api/admin/periods/{id}', { params, body: { ...typed, version } }, { keep });
      toast('success', 'Periode disimpan');
    },
    read: (current: AdminPeriodPage) => fields(current.period),
  });
  return (
    <section aria-label="Nama dan tanggal">
      <h2 className="mb-3 font-display text-lg font-semibold">Nama dan tanggal</h2>
      <DraftForm draft={draft} labels={periodLabels}>
        <div className="card p-5">
          <PeriodFields draft={draft} />
        </div>
      </DraftForm>
    </section>
  );
}

export { PeriodPage as Component };
