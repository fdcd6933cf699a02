import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { ApiError, sentence } from '@/api/client';
import type { OfficePeriodPage } from '@/api/schema';
import { today } from '@/format';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { ActionDialog } from '@/admin/ui/ActionDialog';
import { change, periodQuery } from '@/admin/parts/volume';

/** What can be done with a period beside editing it: closing, opening again, deleting. */
export function PeriodActions({ page: { period, is_unused } }: { page: OfficePeriodPage }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'close' | 'reopen' | 'delete'>();
  const [endsOn, setEndsOn] = useState(() => today());
  const [refused, setRefused] = useState<string>();
  const path = `/api/admin/periods/${period.id}`;
  const { version } = period;
  const kept = periodQuery(String(period.id));
  const done = () => setAsking(undefined);

  const close = async () => {
    await change(kept, 'POST', `${path}/close`, { version });
    toast('success', 'Periode ditutup');
  };
  const reopen = async () => {
    try {
      await change(kept, 'POST', `${path}/reopen`, { version, ends_on: endsOn });
      toast('success', 'Periode dibuka lagi');
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setRefused(sentence(error, ''));
      throw error;
    }
  };
  const remove = async () => {
    await change(null, 'DELETE', `${path}?version=${version}`);
    toast('success', 'Periode dihapus');
    void navigate(adminPaths.periods(), { replace: true });
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
        <ActionDialog
          title="Tutup periode sekarang?"
          text="Tidak ada pesanan baru yang dapat masuk ke periode ini. Pesanan yang sudah dibuat tetap di periode ini, dan terhitung bila dibayar sebelum periode dihitung."
          confirm="Tutup sekarang"
          onConfirm={close}
          onClose={done}
        />
      )}
      {asking === 'reopen' && (
        <ActionDialog
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
        </ActionDialog>
      )}
      {asking === 'delete' && (
        <ActionDialog
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
