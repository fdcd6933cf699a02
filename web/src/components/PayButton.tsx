import { reopenPayment } from '@/api/orders';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

/** Button that opens the payment page of an unpaid order again. */
export function PayButton({ orderId }: { orderId: string }) {
  const pay = useMutation(
    async () => window.location.assign(await reopenPayment(orderId)),
    (error) => toast('error', sentence(error, 'Halaman pembayaran gagal dibuka. Coba lagi.')),
  );
  return (
    <Button look="action" busy={pay.isPending && 'Memproses...'} onClick={() => pay.mutate()}>
      Bayar sekarang
    </Button>
  );
}
