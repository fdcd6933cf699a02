import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useApprovalWait } from '@/admin/components/approvalWait';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { Payout, PayoutPage as Page } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { OwnPictures } from '@/components/OwnPictures';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { Figures } from '@/admin/ui/Figures';
import { proofAddress } from '@/admin/ui/UploadField';
import { LeftOut } from './LeftOut';
import { ApproveButton, PayoutActions } from './PayoutActions';
import { Receivers } from './Receivers';
import { adminQuery } from '@/admin/ui/adminQuery';
import { TransferFiles } from './TransferFiles';
import { payoutStates, taxName } from './labels';

/** Page of a payout: its total, its history, and its recipients. */
function PayoutPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/payouts/{id}', { id }));
  const title = `Pembayaran ${/^\d+$/.test(id) ? id : ''}`.trim();
  const back = { to: adminPaths.payouts(), label: 'Semua pembayaran' };
  if (!data)
    return (
      <Screen key="loading" title={title} back={back}>
        {error ? (
          <Problem
            text={sentence(error, 'Pembayaran gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading />
        )}
      </Screen>
    );
  const { payout } = data;
  const [word, tone] = payoutStates[payout.state];
  return (
    <Screen
      title={title}
      text={
        payout.only_member
          ? `${payout.period_name}, hanya ${payout.only_member}`
          : payout.period_name
      }
      back={back}
      actions={<PayoutActions key={id} payout={payout} />}
    >
      <div className="grid gap-6">
        <Figures
          label="Jumlah pembayaran"
          figures={[
            [
              'Status',
              <Badge key="state" tone={tone}>
                {word}
              </Badge>,
            ],
            ['Bonus', number(payout.items)],
            ['Penerima', number(data.transfers)],
            ['Jumlah kotor', rupiah(payout.gross_rp)],
            [taxName(payout), rupiah(payout.tax_rp)],
            ['Ditransfer', rupiah(payout.net_rp)],
          ]}
        />
        {data.carried > 0 && (
          <p className="text-sm text-muted">
            {number(data.carried)} bonus dari periode sebelumnya ikut dibayar; bonus seorang anggota
            ditransfer sekali.
          </p>
        )}
        <Warnings page={data} />
        <Story payout={payout} />
        {(payout.state === 'approved' || payout.state === 'paid') && (
          <TransferFiles payout={payout} />
        )}
        <Receivers page={data}>{payout.state === 'prepared' && <Decision page={data} />}</Receivers>
      </div>
    </Screen>
  );
}

function Warnings({ page }: { page: Page }) {
  const { payout, changed_accounts, suspended, recent_accounts } = page;
  const warnings = [
    recent_accounts > 0 &&
      `${number(recent_accounts)} penerima mengganti rekeningnya dalam 30 hari sebelum pembayaran ini disiapkan, atau sesudahnya.`,
    changed_accounts > 0 &&
      `${number(changed_accounts)} anggota mengganti rekeningnya setelah pembayaran ini disiapkan; yang dipakai tetap rekening di daftar ini.`,
    payout.removed_items > 0 &&
      `${number(payout.removed_items)} bonus (${rupiah(payout.removed_net_rp)}) dikeluarkan dari pembayaran ini atau gagal ditransfer, dan tidak dihitung di atas.`,
    suspended > 0 && `${number(suspended)} anggota di daftar ini sekarang ditangguhkan.`,
    payout.state === 'prepared' &&
      payout.is_own &&
      'Anda yang menyiapkan pembayaran ini. Mintalah pengelola lain untuk menyetujuinya.',
  ].filter((text) => text !== false);
  if (warnings.length === 0) return null;
  return (
    <ul className="grid gap-2 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
      {warnings.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Story({ payout }: { payout: Payout }) {
  const steps = [
    ['Disiapkan', payout.prepared_by, payout.prepared_at],
    ['Disetujui', payout.approved_by, payout.approved_at],
    ['Dibayar', payout.paid_by, payout.paid_at],
    ['Dibatalkan', payout.cancelled_by, payout.cancelled_at],
  ] as const;
  return (
    <section aria-label="Riwayat" className="card flex flex-wrap gap-5 p-5">
      <ol className="grid flex-1 basis-72 gap-2 text-sm">
        {steps.map(
          ([word, who, when]) =>
            when && (
              <li key={word}>
                <strong>{word}</strong> oleh {who}
                <span className="text-muted"> · {dateTime(when)}</span>
              </li>
            ),
        )}
        {payout.cancel_reason && <li>Alasan: {payout.cancel_reason}</li>}
      </ol>
      {payout.proof_picture && (
        <OwnPictures pictures={[proofAddress(payout.proof_picture)]} label="Bukti transfer" />
      )}
    </section>
  );
}

/** Bonuses left out of a payout that is not approved yet, and the payout's approval. */
function Decision({ page }: { page: Page }) {
  const { payout } = page;
  const approval = !payout.is_own && <Approval page={page} />;
  if (payout.only_member) return approval;
  const text = 'Yang sekarang tidak ikut pembayaran ini, dan sebabnya.';
  return (
    <LeftOut period={payout.period_id} text={text}>
      {approval}
    </LeftOut>
  );
}

/** Approval, shown below everything that it covers. */
function Approval({ page: { payout, transfers } }: { page: Page }) {
  const mayNotYet = useApprovalWait();
  return (
    <section
      aria-label="Persetujuan"
      className="card flex flex-wrap items-center justify-between gap-4 p-5"
    >
      <p className="min-w-0 flex-1 basis-64 text-sm">
        Periksa penerima, rekening, dan jumlahnya. Yang Anda setujui:{' '}
        <strong>
          {number(transfers)} transfer, {rupiah(payout.net_rp)}
        </strong>
        .
      </p>
      {mayNotYet ? (
        <p className="text-sm text-warn">{mayNotYet}</p>
      ) : (
        <ApproveButton payout={payout} />
      )}
    </section>
  );
}

export { PayoutPage as Component };
