import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { ApiError, sentence } from '@/errors';
import type { AdminPeriodPage } from '@/api/schema';
import { today } from '@/dates';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { adminQuery } from '@/admin/ui/adminQuery';
import { refresh } from '@/api/calls';
import { save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';

/** Actions on a period besides editing it: closing, reopening, deleting. */
export function PeriodActions({
  page: { period, is_unused, after_closing },
}: {
  page: AdminPeriodPage;
}) {
  const navigate = useNavigate();
  const [asking, setAsking] = useRestoredState<'close' | 'reopen' | 'delete' | undefined>(
    'asking',
    undefined,
  );
  const [endsOn, setEndsOn] = useRestoredState('reopen.ends', today);
  const [refused, setRefused] = useState<string>();
  const { version } = period;
  const params = { id: period.id };
  const keep = adminQuery('/api/admin/periods/{id}', params);
  const done = () => setAsking(undefined);

  const close = async () => {
    await save('POST /api/admin/periods/{id}/close', { params, body: { version } }, { keep });
    toast('success', 'Periode ditutup');
  };
  const reopen = async () => {
    try {
      const body = { version, ends_on: endsOn };
      await save('POST /api/admin/periods/{id}/reopen', { params, body }, { keep });
      toast('success', 'Periode dibuka lagi');
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setRefused(sentence(error, ''));
      throw error;
    }
  };
  const remove = async () => {
    const asked = { params: { ...params, version } };
    await save('DELETE /api/admin/periods/{id}', asked, { changes: [] });
    toast('success', 'Periode dihapus');
    // Leaves the page first: a refresh would request the deleted period again.
    await navigate(adminPaths.periods(), { replace: true });
    void refresh('/api/');
  };

  return (
    <>
      {period.state === 'open' && (
        <Button look="outline" onClick={() => setAsking('close')}>
          Tutup sekarang
        </Button>
      )}
      {period.state === 'ended' && (
        <Button look="outline" onClick={() => setAsking('reopen')}>
          Buka lagi
        </Button>
      )}
      {is_unused && (
        <Button look="outline" onClick={() => setAsking('delete')}>
          Hapus
        </Button>
      )}
      {asking === 'close' && (
        <ConfirmDialog
          title="Tutup periode sekarang?"
          text={
            <>
              {after_closing === 'shop_stops' && (
                <p className="mb-3 rounded-2xl bg-danger-soft px-4 py-3 font-medium text-danger">
                  Ini satu-satunya periode yang terbuka: toko berhenti menerima pesanan sampai ada
                  periode lain yang terbuka.
                </p>
              )}
              <p>
                Tidak ada pesanan baru yang dapat masuk ke periode ini
                {after_closing === 'next_opens' && '; periode berikutnya langsung terbuka'}. Pesanan
                yang sudah dibuat tetap di periode ini, dan terhitung bila dibayar sebelum periode
                dihitung.
              </p>
            </>
          }
          confirm={after_closing === 'shop_stops' ? 'Tutup dan hentikan toko' : 'Tutup sekarang'}
          onConfirm={close}
          onClose={done}
        />
      )}
      {asking === 'reopen' && (
        <ConfirmDialog
          title="Buka periode lagi?"
          text="Periode menerima pesanan lagi sampai tanggal selesai yang baru."
          confirm="Buka lagi"
          onConfirm={reopen}
          onClose={done}
        >
          <TextField
            label="Tanggal selesai"
            type="date"
            min={today()}
            value={endsOn}
            error={refused}
            onChange={(event) => {
              setEndsOn(event.target.value);
              setRefused(undefined);
            }}
          />
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title="Hapus periode?"
          text={`Periode ${period.name} belum dipakai oleh pesanan mana pun dan akan hilang.`}
          confirm="Hapus"
          onConfirm={remove}
          onClose={done}
        />
      )}
    </>
  );
}
