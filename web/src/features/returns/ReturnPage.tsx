import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { orderReturnsQuery, withdrawReturn } from '@/api/returns';
import type { MemberReturn } from '@/api/schema';
import { dateTime } from '@/dates';
import { ApiError, sentence } from '@/errors';
import { number } from '@/format';
import { OwnPictures } from '@/components/OwnPictures';
import { ReturnBadge } from '@/components/ReturnBadge';
import { ReturnMoney } from '@/components/ReturnMoney';
import { returnKinds, returnMoveName, returnReasons } from '@/components/returns';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { Timeline } from '@/ui/Timeline';
import { toast } from '@/ui/toast';
import { useTitle } from '@/ui/useTitle';
import { NextStep } from './NextStep';

/** Page of one of the member's returns: its state, the next step, and all known data. */
export function ReturnPage() {
  useTitle('Pengembalian');
  const { orderId = '', id = '' } = useParams();
  const { data, error, refetch } = useQuery(orderReturnsQuery(orderId));
  const shown = data?.returns.find((each) => String(each.id) === id);
  const missing = data !== undefined || (error instanceof ApiError && error.status === 404);
  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <div className="flex items-center gap-2">
        <BackLink to={paths.order(orderId)} label="Kembali ke pesanan" />
        <h1 className="font-display text-3xl font-semibold">Pengembalian</h1>
      </div>
      <div className="mt-6">
        {shown ? (
          <Details shown={shown} />
        ) : missing ? (
          <Empty icon={FileQuestion} title="Tidak ada data ditemukan">
            <Link to={paths.order(orderId)} className={buttonClass('outline')}>
              Lihat pesanan
            </Link>
          </Empty>
        ) : error ? (
          <Problem
            text={sentence(error, 'Pengembalian gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

function Details({ shown }: { shown: MemberReturn }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const facts = [
    ['No. pengembalian', shown.number],
    ['No. pesanan', shown.order_id],
    ['Diajukan', dateTime(shown.asked_at)],
    ['Permintaan', returnKinds[shown.kind]],
    ['Alasan', returnReasons[shown.reason]],
    ...(shown.note ? [['Keterangan', shown.note]] : []),
  ];
  return (
    <div className="divide-y divide-line card px-5 sm:px-6">
      <section aria-label="Status" className="py-5">
        <p role="status">
          <ReturnBadge state={shown.state} />
        </p>
        <NextStep shown={shown} />
        {shown.actions.includes('withdraw') && (
          <Button look="outline" className="mt-4" onClick={() => setWithdrawing(true)}>
            Batalkan pengajuan
          </Button>
        )}
      </section>
      <Section title="Barang">
        <ul className="grid gap-4">
          {shown.lines.map((line) => (
            <li key={line.line_id} className="flex items-start gap-4 text-sm">
              <div className="w-16 shrink-0">
                <Picture picture={line.picture} alt="" sizes={64} className="rounded-xl" />
              </div>
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{line.name}</p>
                {line.variant && <p className="text-muted">{line.variant}</p>}
                <p className="text-muted tabular-nums">
                  {number(line.quantity)} pcs{cameBack(line)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Dana">
        <ReturnMoney kind={shown.kind} money={shown} />
      </Section>
      <Section title="Rincian">
        <dl className="grid gap-1.5 text-sm">
          {facts.map(([name, text]) => (
            <div key={name} className="grid grid-cols-[8rem_1fr] gap-2">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
        {shown.pictures.length > 0 && (
          <div className="mt-4">
            <OwnPictures pictures={shown.pictures} label="Foto barang" />
          </div>
        )}
      </Section>
      <Section title="Riwayat">
        <Timeline
          steps={shown.moves.map(({ at, event, reason }) => ({
            key: `${at} ${event}`,
            title: returnMoveName(event),
            text: [dateTime(at), reason].filter(Boolean).join(' · '),
          }))}
        />
      </Section>
      {withdrawing && (
        <ConfirmDialog
          title="Batalkan pengajuan?"
          text="Barangnya tidak jadi dikembalikan. Selama masih dalam batas waktu, Anda dapat mengajukannya lagi."
          confirm="Ya, batalkan"
          cancel="Kembali"
          onConfirm={async () => void toast('success', await withdrawReturn(shown.id))}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </div>
  );
}

/**
 * Returns a note on the number of pieces that the shop received, if it differs from the number
 * sent.
 */
function cameBack({ quantity, saleable, damaged }: MemberReturn['lines'][number]): string {
  if (saleable == null || damaged == null || saleable + damaged === quantity) return '';
  return `, yang diterima toko ${number(saleable + damaged)} pcs`;
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="py-5">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
