import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { refresh } from '@/api/calls';
import type { AdminOrder } from '@/api/schema';
import { save } from '@/api/save';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';

/** Note on a trial order of the closed shop, and the button to remove it. */
export function Trial({ order }: { order: AdminOrder }) {
  const owner = useHasRole();
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const { order_id, payment_method: method, payment_status: payment } = order;
  const first =
    method === 'online' && payment === 'pending'
      ? 'Batalkan lebih dulu, lalu buang.'
      : method === 'online' && payment === 'success'
        ? 'Kembalikan dananya lebih dulu, lalu buang.'
        : null;
  const discard = async () => {
    const params = { order_id };
    await save('POST /api/admin/orders/{order_id}/discard', { params }, { changes: [] });
    toast('success', 'Pesanan percobaan dibuang.');
    // Refreshes after leaving the page: the removed order must not be requested again.
    await navigate(adminPaths.orders(), { replace: true });
    void refresh('/api/');
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 rounded-2xl bg-sunken p-4 text-sm">
      <p className="min-w-0 flex-1 basis-64">
        <span className="block font-medium">Pesanan percobaan</span>
        <span className="block text-muted">
          Dibuat saat toko belum dibuka: tidak dihitung dalam penjualan, BV, dan laporan.{' '}
          {owner ? first : 'Pemilik dapat membuangnya.'}
        </span>
      </p>
      {owner && !first && (
        <Button look="outline" onClick={() => setAsked(true)}>
          <Trash2 aria-hidden size={18} />
          Buang pesanan
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title="Buang pesanan percobaan?"
          text={`Pesanan ${order_id} hilang untuk selamanya, juga dari daftar pembelinya. Stok dan voucher kembali; yang tersisa hanya satu baris di catatan perubahan.`}
          confirm="Ya, buang"
          onConfirm={discard}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
