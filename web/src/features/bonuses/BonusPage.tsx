import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Gift, Printer, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { bonusesQuery, bonusLines, missedBonusesQuery } from '@/api/bonuses';
import { sentence } from '@/errors';
import { usePages } from '@/api/pages';
import type { Bonus, BvPeriod } from '@/api/schema';
import { downlineBv } from '@/api/volume';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { BonusSource } from '@/components/BonusSource';
import { MissedCard } from '@/components/MissedCard';
import { DownlineBv } from '@/components/DownlineBv';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { PeriodPage } from '@/components/PeriodPage';
import { Problem } from '@/ui/Problem';
import { RankCard } from '@/components/RankCard';
import { SlideRow } from '@/ui/SlideRow';
import { useAddressParams } from '@/ui/useAddressParams';
import { BankNotice } from './BankNotice';
import { BonusDetail, BonusStatus, netName } from './BonusDetail';
import { ProofPage } from './ProofPage';
import { StatementPage } from './StatementPage';

/** The member's bonuses with their lines; or the printable statement or proof of one. */
function BonusPage() {
  const asked = useAddressParams();
  const statement = asked.get('statement');
  const proof = asked.get('proof');
  if (proof) return <ProofPage period={proof} />;
  return statement ? <StatementPage period={statement} /> : <Overview />;
}

function Overview() {
  const { data, isPending } = useQuery(bonusesQuery);
  return (
    <PeriodPage
      title="Bonus Saya"
      look={{ page: 'max-w-4xl', heading: 'basis-60', size: 'text-3xl' }}
      // The newest period has no bonus before it ends.
      start={{ waiting: isPending, period: data?.[0]?.bv_period_id }}
    >
      {(period, choose) => <Bonuses period={period} choose={choose} />}
    </PeriodPage>
  );
}

/** CSS classes that set the number of bonuses side by side, by the width of the screen. */
const several = '[--gap:12px] [--slides:1.15] sm:[--slides:2] lg:[--slides:3]';

type Props = { period: BvPeriod; choose: (id: string) => void };

function Bonuses({ period, choose }: Props) {
  const { data, error, refetch } = useQuery(bonusesQuery);
  const chosen = data?.find(({ bv_period_id }) => bv_period_id === period.id);
  // The reason for a missing bonus is returned only for calculated periods.
  const why = useQuery({ ...missedBonusesQuery, enabled: data !== undefined && !chosen });
  const missed = why.data?.find(({ bv_period_id }) => bv_period_id === period.id);
  if (!data || (!chosen && why.isPending))
    return error && !data ? (
      <Problem text={sentence(error, 'Gagal memuat bonus.')} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <BankNotice bonuses={data} />
      {data.length > 0 && (
        <SlideRow
          label="Bonus per periode"
          className={data.length > 1 ? several : '[--gap:0px] [--slides:1]'}
        >
          {data.map((bonus) => (
            <BonusCard
              key={bonus.id}
              bonus={bonus}
              current={bonus.id === chosen?.id}
              onChoose={() => choose(String(bonus.bv_period_id))}
            />
          ))}
        </SlideRow>
      )}
      {chosen ? (
        <>
          <BonusDetail bonus={chosen} />
          <BonusSource key={chosen.id} title="Dari mana bonus ini?" list={bonusLines(chosen.id)} />
          <Link
            to={`${paths.bonus()}?statement=${chosen.bv_period_id}`}
            className="flex min-h-14 items-center gap-4 card px-5 font-medium hover:border-brand hover:text-brand"
          >
            <Printer aria-hidden size={20} className="text-brand" />
            <span className="flex-1">Rincian bonus untuk dicetak</span>
            <ChevronRight aria-hidden size={18} className="text-muted" />
          </Link>
        </>
      ) : missed ? (
        <MissedCard bonus={missed} />
      ) : (
        <Empty
          icon={Gift}
          title="Belum ada bonus pada periode ini."
          text="Bonus dihitung setelah periode berakhir dan dikalkulasi."
        >
          <Link
            to={paths.bvReport({ period_id: String(period.id) })}
            className={buttonClass('outline')}
          >
            Lihat laporan BV
          </Link>
        </Empty>
      )}
      <RankCard>
        <PeriodDownline key={period.id} period={period} total={chosen?.total_downline_bv} />
        <Link
          to={paths.tax()}
          className="flex min-h-14 items-center gap-4 card px-5 font-medium hover:border-brand hover:text-brand"
        >
          <ReceiptText aria-hidden size={20} className="text-brand" />
          <span className="flex-1">NPWP/NIK dan bukti potong pajak</span>
          <ChevronRight aria-hidden size={18} className="text-muted" />
        </Link>
      </RankCard>
    </div>
  );
}

function PeriodDownline({ period, total }: { period: BvPeriod; total: number | undefined }) {
  const [opened, setOpened] = useState(false);
  const list = usePages(opened ? downlineBv(period.id) : null);
  return <DownlineBv list={list} total={total} onOpen={() => setOpened(true)} />;
}

type CardProps = { bonus: Bonus; current: boolean; onChoose: () => void };

function BonusCard({ bonus, current, onChoose }: CardProps) {
  return (
    <li className="slide">
      <button
        type="button"
        aria-pressed={current}
        onClick={onChoose}
        className="flex size-full flex-wrap items-center gap-x-4 gap-y-2 card p-5 text-left -outline-offset-2 hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand-soft"
      >
        <span className="min-w-0 flex-1 basis-36">
          <span className="block text-sm text-muted">{bonus.bv_period_name}</span>
          <span className="font-display text-2xl font-semibold tabular-nums">
            {rupiah(bonus.bonus_rupiah)}
          </span>
          {bonus.net_rp != null && (
            <span className="block text-sm text-muted tabular-nums">
              {netName(bonus)} {rupiah(bonus.net_rp)} setelah pajak
            </span>
          )}
        </span>
        <BonusStatus status={bonus.status} />
      </button>
    </li>
  );
}

export { BonusPage as Component };
