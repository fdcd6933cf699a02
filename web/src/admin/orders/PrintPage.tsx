import { useQuery } from '@tanstack/react-query';
import { Printer, PackageSearch, ScanBarcode } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { Papers } from '@/api/schema';
import { useAtom } from '@/state';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { SelectField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { useAddressParams } from '@/ui/useAddressParams';
import { papersQuery } from './queries';
import { ParcelLabels } from './ParcelLabels';
import { labelSizeAtom, labelSizes, type LabelSize } from './labelSizes';
import { PickingList } from './PickingList';
import { Slip } from './Slip';

const kinds = {
  slip: { title: 'Slip pesanan', name: 'Slip', text: 'Satu slip per lembar.' },
  label: { title: 'Label alamat', name: 'Label', text: 'Satu label per pesanan.' },
  pick: { title: 'Daftar ambil', name: 'Daftar ambil', text: 'Urut menurut rak di gudang.' },
} as const;

type Kind = keyof typeof kinds;

const back = { to: adminPaths.orders(), label: 'Kembali ke pesanan' };

/** Packing slips, address labels, or the picking list of some orders. */
function PrintPage() {
  const params = useAddressParams();
  const asked = params.get('kind') ?? '';
  const kind: Kind = asked in kinds ? (asked as Kind) : 'slip';
  const [size, setSize] = useAtom(labelSizeAtom);
  const ids = (params.get('ids') ?? '').split(',').filter(Boolean);
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...papersQuery(ids),
    enabled: ids.length > 0,
  });
  const packs = useHasRole('fulfilment');
  const { title, text } = kinds[kind];
  const paper = kind === 'label' ? labelSizes[size] : { page: 'A4', margin: '15mm' };
  return (
    <Screen
      title={title}
      back={back}
      text={text}
      actions={
        ids.length > 0 && (
          <>
            {(Object.keys(kinds) as Kind[])
              .filter((other) => other !== kind)
              .map((other) => (
                <Link
                  key={other}
                  to={adminPaths.printOrders(other, ids)}
                  className={buttonClass('outline')}
                >
                  {kinds[other].name}
                </Link>
              ))}
            {kind === 'label' && packs && (
              <Link to={adminPaths.packOrders()} className={buttonClass('outline')}>
                <ScanBarcode aria-hidden size={18} />
                Pindai & kemas
              </Link>
            )}
            <Button onClick={() => window.print()} disabled={!data}>
              <Printer aria-hidden size={18} />
              Cetak
            </Button>
          </>
        )
      }
    >
      {/* Initial paper settings of the browser's print dialog. */}
      <style>{`@page { size: ${paper.page}; margin: ${paper.margin}; }`}</style>
      {ids.length === 0 ? (
        <Empty icon={PackageSearch} title="Belum ada pesanan yang dipilih">
          <Link to={adminPaths.orders()} className={buttonClass()}>
            Pilih pesanan
          </Link>
        </Empty>
      ) : data ? (
        <>
          {kind === 'label' && (
            <div className="mb-5 max-w-64 print:hidden">
              <SelectField
                label="Kertas label"
                value={size}
                onChange={(event) => setSize(event.target.value as LabelSize)}
              >
                {Object.entries(labelSizes).map(([key, { name }]) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
          <Warnings papers={data} />
          {kind === 'label' ? (
            <ParcelLabels papers={data} size={size} />
          ) : (
            <div className="grid justify-center gap-6 print:-mt-5 print:block">
              {kind === 'pick' ? (
                <PickingList orders={data.orders} at={new Date(dataUpdatedAt).toISOString()} />
              ) : (
                data.orders.map((order) => (
                  <Slip key={order.order_id} order={order} sender={data.sender} />
                ))
              )}
            </div>
          )}
        </>
      ) : error ? (
        <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

/** Warnings about orders that should not be packed or cannot be printed. */
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
