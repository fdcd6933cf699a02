import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { actorNames } from '@/admin/components/orderStates';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Card, Fact } from '@/admin/ui/Card';
import { Screen } from '@/admin/ui/Screen';
import { ApiError, sentence } from '@/errors';
import type { AdminReturn } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { OwnPictures } from '@/components/OwnPictures';
import { ReturnBadge } from '@/components/ReturnBadge';
import { ReturnMoney } from '@/components/ReturnMoney';
import { returnKinds, returnMoveName, returnReasons } from '@/components/returns';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { Timeline } from '@/ui/Timeline';
import { ReturnActions } from './ReturnActions';
import { Transfer } from './Transfer';

const back = { to: adminPaths.returns(), label: 'Kembali ke pengembalian' };

/** One return: its details, and the possible actions. */
function ReturnPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/returns/{id}', { id }));
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Screen title="Pengembalian" text={data?.number ?? '\u00a0'} back={back}>
      {error && (
        <div className="mb-5">
          <Problem
            text={sentence(error, 'Pengembalian gagal dimuat.')}
            {...(!missing && { onRetry: () => void refetch() })}
          />
        </div>
      )}
      {data ? <Content key={id} shown={data} /> : !error && <Loading />}
    </Screen>
  );
}

function Content({ shown }: { shown: AdminReturn }) {
  return (
    <>
      <section aria-label="Status" className="card p-5">
        <ReturnBadge state={shown.state} />
        {shown.refused_reason && (
          <p className="mt-3 text-sm wrap-anywhere">Alasan: {shown.refused_reason}</p>
        )}
        {shown.replacement_resi && (
          <p className="mt-3 text-sm wrap-anywhere">
            Barang pengganti dikirim dengan nomor resi {shown.replacement_resi}.
          </p>
        )}
        {shown.state === 'received' && <Channel shown={shown} />}
        <ReturnActions shown={shown} />
      </section>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <Card title="Barang">
            <ul className="mt-2 divide-y divide-line text-sm">
              {shown.lines.map((line) => (
                <Line key={line.line_id} line={line} />
              ))}
            </ul>
          </Card>
          <Card title="Keterangan anggota">
            <dl className="mt-2 grid gap-x-6 text-sm sm:grid-cols-2">
              <Fact label="Permintaan">{returnKinds[shown.kind]}</Fact>
              <Fact label="Alasan">{returnReasons[shown.reason]}</Fact>
            </dl>
            {shown.note && (
              <p className="mt-2 text-sm whitespace-pre-line wrap-anywhere">{shown.note}</p>
            )}
            {shown.pictures.length > 0 && (
              <div className="mt-4">
                <OwnPictures pictures={shown.pictures} label="Foto barang" />
              </div>
            )}
          </Card>
          <Card title="Riwayat">
            <Timeline
              steps={shown.moves.map(({ at, event, by, staff_name, reason }) => ({
                key: `${at} ${event}`,
                title: returnMoveName(event),
                text: [dateTime(at), staff_name ?? actorNames[by], reason]
                  .filter(Boolean)
                  .join(' · '),
              }))}
            />
          </Card>
        </div>
        <div className="grid min-w-0 gap-5">
          <Card title="Dana">
            <div className="mt-3">
              <ReturnMoney kind={shown.kind} money={shown} />
            </div>
          </Card>
          {shown.transfer && <Transfer transfer={shown.transfer} />}
          <Card title="Anggota">
            <dl className="mt-2 text-sm">
              <Fact label="Nama">
                {shown.member.name} · {shown.member.uid}
              </Fact>
              {shown.member.phone && (
                <Fact label="Telepon">
                  <a href={`tel:${shown.member.phone}`} className="text-brand underline">
                    {shown.member.phone}
                  </a>
                </Fact>
              )}
              <Fact label="Pesanan">
                <Link to={adminPaths.order(shown.order_id)} className="text-brand underline">
                  {shown.order_id}
                </Link>
              </Fact>
              <Fact label="Dibayar">{paidHow(shown)}</Fact>
            </dl>
          </Card>
        </div>
      </div>
    </>
  );
}

function paidHow({ payment_method, bank_transfer }: AdminReturn): string {
  if (bank_transfer) return 'Transfer bank';
  return payment_method === 'cod' ? 'COD, tunai kepada kurir' : 'Online';
}

/** Payment provider's answer about the refund, if it was requested. */
function Channel({ shown: { channel_refused, refund_asked_at } }: { shown: AdminReturn }) {
  if (channel_refused)
    return (
      <p className="mt-3 text-sm text-warn">
        Penyedia pembayaran tidak dapat mengembalikan dana lewat cara bayarnya. Siapkan transfer ke
        rekening anggota.
      </p>
    );
  if (!refund_asked_at) return null;
  return (
    <p className="mt-3 text-sm text-info">
      Penyedia pembayaran diminta mengembalikan dananya {dateTime(refund_asked_at)} dan belum
      menjawab. Toko menanyakannya lagi sendiri.
    </p>
  );
}

function Line({ line }: { line: AdminReturn['lines'][number] }) {
  const { name, variant, picture, quantity, saleable, damaged } = line;
  return (
    <li className="flex gap-3 py-3">
      <div className="w-14 shrink-0 overflow-hidden rounded-lg">
        <Picture picture={picture} alt="" sizes={56} ratio={1} />
      </div>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {variant && <p className="text-muted">Varian: {variant}</p>}
        <p className="text-muted tabular-nums">{number(quantity)} pcs diajukan</p>
        {saleable != null && damaged != null && (
          <p className="tabular-nums">
            Diterima: {number(saleable)} layak jual, {number(damaged)} rusak
          </p>
        )}
      </div>
    </li>
  );
}

export { ReturnPage as Component };
