import { useQuery } from '@tanstack/react-query';
import { Printer, PackageSearch } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { Papers } from '@/api/schema';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { papersQuery } from './queries';
import { Label, Slip } from './papers';

const kinds = {
  slip: { title: 'Slip pesanan', other: 'label', button: 'Lihat label', page: 'A4' },
  label: { title: 'Label alamat', other: 'slip', button: 'Lihat slip', page: '105mm 148mm' },
} as const;

const back = { to: adminPaths.orders(), label: 'Kembali ke pesanan' };

/** Packing slips or address labels, one a page. */
function PrintPage() {
  const [params] = useSearchParams();
  const kind = params.get('kind') === 'label' ? 'label' : 'slip';
  const ids = (params.get('ids') ?? '').split(',').filter(Boolean);
  const { data, error, refetch } = useQuery({ ...papersQuery(ids), enabled: ids.length > 0 });
  const { title, other, button, page } = kinds[kind];
  return (
    <Screen
      title={title}
      back={back}
      text={kind === 'label' ? 'Satu label per lembar A6.' : 'Satu slip per lembar.'}
      actions={
        ids.length > 0 && (
          <>
            <Link to={adminPaths.printOrders(other, ids)} className={buttonClass('outline')}>
              {button}
            </Link>
            <Button onClick={() => window.print()} disabled={!data}>
              <Printer aria-hidden size={18} />
              Cetak
            </Button>
          </>
        )
      }
    >
      {/* The paper that the browser's print dialog begins with. */}
      <style>{`@page { size: ${page}; margin: ${kind === 'label' ? '4mm' : '15mm'}; }`}</style>
      {ids.length === 0 ? (
        <Empty icon={PackageSearch} title="Belum ada pesanan yang dipilih">
          <Link to={adminPaths.orders()} className={buttonClass()}>
            Pilih pesanan
          </Link>
        </Empty>
      ) : data ? (
        <>
          <Warnings papers={data} />
          <div className="grid justify-center gap-6 print:-mt-5 print:block">
            {data.orders.map((order) =>
              kind === 'label' ? (
                <Label key={order.order_id} order={order} sender={data.sender} />
              ) : (
                <Slip key={order.order_id} order={order} sender={data.sender} />
              ),
            )}
          </div>
        </>
      ) : error ? (
        <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

/** What should not be packed or cannot be printed. */
function Warnings({ papers: { orders, missing, sender } }: { papers: Papers }) {
  const unpaid = orders.filter(
    (order) => order.payment_method === 'online' && order.payment_status === 'pending',
  );
  const gone = orders.filter(({ shipment_status }) => shipment_status === 'dibatalkan');
  const lines = [
    unpaid.length > 0 && `Belum dibayar: ${unpaid.map(({ order_id }) => order_id).join(', ')}.`,
    gone.length > 0 && `Sudah dibatalkan: ${gone.map(({ order_id }) => order_id).join(', ')}.`,
    missing.length > 0 && `Tidak ditemukan: ${missing.join(', ')}.`,
    !sender.address && 'Alamat toko belum diisi di Pengaturan, jadi pengirimnya tidak lengkap.',
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-5 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn print:hidden"
    >
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}

export { PrintPage as Component };
