import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { Payout, PayoutItem, PayoutPage as Page } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { OwnPictures } from '@/parts/OwnPictures';
import { transferFailures } from '@/parts/transferFailures';
import { Button } from '@/ui/Button';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { SearchBox } from '@/ui/SearchBox';
import { Figures } from '@/admin/ui/Figures';
import { proofAddress } from '@/admin/ui/UploadField';
import { PayoutActions } from './PayoutActions';
import { RemoveItemDialog } from './RemoveItemDialog';
import { adminQuery } from '@/admin/ui/adminQuery';
import { list } from '@/api/pages';
import { payoutStates, taxName } from './words';

const isLeftOut = ({ left_out_reason: reason }: Pick<PayoutItem, 'left_out_reason'>) =>
  reason !== null && reason !== undefined;

const columns: Columns<PayoutItem> = [
  {
    label: 'Anggota',
    cell: ({ member_name, member_uid }) => (
      <>
        {member_name}
        <span className="block text-xs font-normal text-muted">{member_uid}</span>
      </>
    ),
  },
  {
    label: 'Rekening',
    cell: ({ bank, bank_account, is_account_changed, is_suspended, ...item }) => (
      <>
        {bank} {bank_account}
        <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
          {item.failure && <Badge tone="bad">Transfer gagal</Badge>}
          {isLeftOut(item) && <Badge tone="plain">Dikeluarkan</Badge>}
          {is_account_changed && <Badge tone="waiting">Rekening sudah berubah</Badge>}
          {is_suspended && <Badge tone="bad">Ditangguhkan</Badge>}
        </span>
        {item.failure && (
          <span className="block text-xs text-muted">{transferFailures[item.failure]}.</span>
        )}
        {item.left_out_reason && (
          <span className="block text-xs text-muted">{item.left_out_reason}</span>
        )}
      </>
    ),
  },
  { label: 'Kotor', numeric: true, cell: ({ gross_rp }) => rupiah(gross_rp) },
  { label: 'Pajak', numeric: true, cell: ({ tax_rp }) => rupiah(tax_rp) },
  { label: 'Ditransfer', numeric: true, cell: ({ net_rp }) => rupiah(net_rp) },
];

/** The column that takes one bonus out of a batch. */
const removal = (
  state: Payout['state'],
  onAsk: (item: PayoutItem) => void,
): Columns<PayoutItem>[number] => ({
  label: 'Tindakan',
  cell: (item) =>
    !item.failure &&
    !isLeftOut(item) && (
      <Button look="outline" className="whitespace-nowrap" onClick={() => onAsk(item)}>
        {state === 'prepared' ? 'Keluarkan' : 'Transfer gagal'}
        <span className="sr-only">: {item.member_name}</span>
      </Button>
    ),
});

/** A batch of bonuses: what it comes to, what happened to it, and whom it pays. */
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
      text={payout.period_name}
      back={back}
      actions={<PayoutActions payout={payout} />}
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
            ['Jumlah kotor', rupiah(payout.gross_rp)],
            [taxName(payout), rupiah(payout.tax_rp)],
            ['Ditransfer', rupiah(payout.net_rp)],
          ]}
        />
        <Warnings page={data} />
        <Story payout={payout} />
        <Items payout={payout} />
      </div>
    </Screen>
  );
}

function Warnings({ page: { payout, changed_accounts, suspended } }: { page: Page }) {
  const warnings = [
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

function Items({ payout }: { payout: Payout }) {
  const [asking, setAsking] = useState<PayoutItem>();
  const { id, state } = payout;
  // The last bonus of a batch that is not paid goes with the batch, which is cancelled.
  const mayRemove = state === 'paid' || (state !== 'cancelled' && payout.items > 1);
  const search = useSearchParams()[0].get('search')?.trim() ?? '';
  return (
    <section aria-label="Penerima">
      <h2 className="mb-3 font-display text-lg font-semibold">Penerima</h2>
      <SearchBox
        label="Cari nama, ID, atau nomor rekening"
        short="Cari nama, ID, atau rekening"
        className="mb-4 max-w-md"
      />
      <PagedTable
        label="Penerima"
        list={list('/api/admin/payouts/{id}/items', { id, search })}
        rowsOf={({ items }) => items}
        keyOf={(item) => item.id}
        columns={mayRemove ? [...columns, removal(state, setAsking)] : columns}
        empty={{ icon: Users, title: 'Tidak ada penerima' }}
      />
      {asking && (
        <RemoveItemDialog payout={payout} item={asking} onClose={() => setAsking(undefined)} />
      )}
    </section>
  );
}

export { PayoutPage as Component };
