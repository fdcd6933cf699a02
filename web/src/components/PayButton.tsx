import { useState } from 'react';
import { reopenPayment } from '@/api/orders';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';

/** Button that opens the payment page of an unpaid order again. */
export function PayButton({ orderId }: { orderId: string }) {
  const [busy, setBusy] = useState(false);
  const pay = async () => {
    setBusy(true);
    try {
      window.location.assign(await reopenPayment(orderId));
    } catch (error) {
      toast('error', sentence(error, 'Halaman pembayaran gagal dibuka. Coba lagi.'));
    }
    setBusy(false);
  };
  return (
    <Button look="action" busy={busy && 'Memproses...'} onClick={() => void pay()}>
      Bayar sekarang
    </Button>
  );
}
