import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { refresh } from '@/api/calls';
import type { AdminVoucherDetail } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';
import { VoucherBadge } from '@/admin/components/VoucherBadge';
import { save } from '@/api/save';
import { VoucherForm } from './VoucherForm';

const back = { to: adminPaths.vouchers(), label: 'Kembali ke daftar voucher' };

/** Page to create or change a voucher. */
function VoucherPage() {
  const { id = '' } = useParams();
  if (id === 'new')
    return (
      <Screen title="Voucher baru" back={back}>
        <VoucherForm voucher={null} />
      </Screen>
    );
  return (
    <Fetched query={adminQuery('/api/admin/vouchers/{id}', { id })}>
      {(voucher) => (
        <Screen
          title={voucher.code}
          text={
            <>
              <VoucherBadge status={voucher.status} /> Dipakai {number(voucher.used)} dari{' '}
              {voucher.quota == null ? 'kuota tanpa batas' : number(voucher.quota)}, pernah dipakai
              dalam {number(voucher.orders)} pesanan.
            </>
          }
          back={back}
          actions={<Actions voucher={voucher} />}
        >
          <VoucherForm voucher={voucher} />
        </Screen>
      )}
    </Fetched>
  );
}

/** Buttons that end a running voucher, or delete one that no member has used. */
function Actions({ voucher }: { voucher: AdminVoucherDetail }) {
  const { id, code, version, status, orders, popups } = voucher;
  const [asked, setAsked] = useState<'end' | 'delete' | null>(null);
  const navigate = useNavigate();

  const params = { id };
  const end = async () => {
    const keep = adminQuery('/api/admin/vouchers/{id}', params);
    await save('POST /api/admin/vouchers/{id}/end', { params, body: { version } }, { keep });
    toast('success', `Voucher ${code} diakhiri.`);
  };
  const remove = async () => {
    await save('DELETE /api/admin/vouchers/{id}', { params }, { changes: [] });
    toast('success', `Voucher ${code} dihapus.`);
    // Leaves the page first, because the deleted voucher can no longer be requested.
    await navigate(adminPaths.vouchers());
    void refresh('/api/');
  };

  return (
    <>
      {(status === 'running' || status === 'used_up') && (
        <Button look="outline" onClick={() => setAsked('end')}>
          Akhiri sekarang
        </Button>
      )}
      {orders === 0 && popups === 0 && (
        <Button look="outline" onClick={() => setAsked('delete')}>
          Hapus
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={asked === 'end' ? `Akhiri voucher ${code}?` : `Hapus voucher ${code}?`}
          text={
            asked === 'end'
              ? 'Mulai sekarang voucher ini tidak dapat dipakai lagi. Pesanan yang sudah memakainya tidak berubah.'
              : 'Voucher yang dihapus tidak dapat dikembalikan.'
          }
          confirm={asked === 'end' ? 'Ya, akhiri' : 'Ya, hapus'}
          onConfirm={asked === 'end' ? end : remove}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

export { VoucherPage as Component };
