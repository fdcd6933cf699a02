import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { request } from '@/api/client';
import type { OfficeVoucherDetail } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';
import { Fetched } from '@/admin/ui/Fetched';
import { complain, adminQuery, refresh, sendOver } from '@/admin/ui/calls';
import { VoucherBadge } from '@/admin/parts/VoucherBadge';
import { VoucherForm } from './VoucherForm';

const back = { to: adminPaths.vouchers(), label: 'Kembali ke daftar voucher' };

/** A voucher to be made or changed. */
function VoucherPage() {
  const { id = '' } = useParams();
  if (id === 'new')
    return (
      <Screen title="Voucher baru" back={back}>
        <VoucherForm voucher={null} />
      </Screen>
    );
  return (
    <Fetched query={adminQuery<OfficeVoucherDetail>(`/api/admin/vouchers/${id}`)}>
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

/** Ends a voucher that runs; deletes one that nobody has used. */
function Actions({ voucher }: { voucher: OfficeVoucherDetail }) {
  const { id, code, version, status, orders, popups } = voucher;
  const [asked, setAsked] = useState<'end' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const path = `/api/admin/vouchers/${id}`;

  const confirm = async () => {
    setBusy(true);
    try {
      if (asked === 'end') {
        await sendOver(adminQuery<OfficeVoucherDetail>(path), () =>
          request('POST', `${path}/end`, { version }),
        );
        toast('success', `Voucher ${code} diakhiri.`);
      } else {
        await request('DELETE', path);
        toast('success', `Voucher ${code} dihapus.`);
        await navigate(adminPaths.vouchers());
      }
      refresh('/api/admin/vouchers', '/api/vouchers', '/api/popup-voucher');
    } catch (error) {
      complain(error);
    }
    setBusy(false);
    setAsked(null);
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
          busy={busy}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

export { VoucherPage as Component };
