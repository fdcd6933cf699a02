import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { shippedQuery } from '@/api/orders';
import { number } from '@/format';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue, useSetAtom } from '@/state';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { LoadingNotice } from '@/ui/LoadingNotice';
import { shipmentAlertAtom } from './atoms';

/** Shows a member, once a session, that orders are on their way, and leads to them. */
export default function ShipmentAlert() {
  const member = useAtomValue(claimsAtom)?.sub;
  const { data, isPending } = useQuery(shippedQuery(member));
  const setShown = useSetAtom(shipmentAlertAtom);
  const navigate = useNavigate();
  if (isPending) return <LoadingNotice />;
  const shipped = data?.length ?? 0;
  if (shipped === 0) return null;
  return (
    <Dialog title="Pesanan dalam perjalanan!">
      <div className="mt-3 flex items-start gap-3 text-sm text-muted">
        <Truck aria-hidden className="shrink-0 text-info" size={22} />
        <p>
          Anda memiliki {number(shipped)} pesanan yang sedang dikirim. Tekan tombol “Pesanan
          Diterima” setelah barang sampai.
        </p>
      </div>
      <div className="mt-6 flex justify-end">
        <Button
          onClick={() => {
            setShown('true');
            void navigate(paths.orders());
          }}
        >
          OK
        </Button>
      </div>
    </Dialog>
  );
}
