import { useState } from 'react';
import { ApiError, sentence } from '@/errors';
import type { AdminPeriod } from '@/api/schema';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { useMutation } from '@/ui/useMutation';

type Props = {
  period: AdminPeriod;
  /** Digest of the preview that is shown above: the server refuses to calculate if it has changed. */
  digest: string;
};

/** Calculates a period, once its name has been typed. */
export function CalculateForm({ period, digest }: Props) {
  const [name, setName] = useState('');
  const { mutate, isPending, error, reset } = useMutation(async () => {
    const params = { id: period.id };
    const keep = adminQuery('/api/admin/periods/{id}/calculation', params);
    const body = { name, digest };
    await save('POST /api/admin/periods/{id}/calculate', { params, body }, { keep });
    toast('success', 'Periode dihitung');
  });
  const status = error instanceof ApiError ? error.status : 0;
  const message =
    // With a large network, the server continues after the request has timed out.
    status === 503
      ? 'Perhitungan masih berjalan. Muat ulang halaman ini sebentar lagi.'
      : sentence(error, 'Periode gagal dihitung. Coba lagi.');
  const isNameWrong = status === 422;

  return (
    <form
      noValidate
      onSubmit={handleSubmit(mutate)}
      className="grid gap-4 rounded-2xl border border-edge p-5"
    >
      <div>
        <h3 className="font-semibold">Hitung periode ini</h3>
        <p className="mt-1 text-sm text-muted">
          Bonus dibuat persis seperti angka di atas, dan anggota langsung melihatnya. Setelah itu
          tidak ada yang dapat diubah lagi. Ketik nama periode untuk memastikan:{' '}
          <strong className="text-ink">{period.name}</strong>
        </p>
      </div>
      <TextField
        label="Nama periode"
        value={name}
        error={isNameWrong ? message : undefined}
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value);
          if (isNameWrong) reset();
        }}
      />
      {error && !isNameWrong && <Problem text={message} />}
      <div>
        <Button type="submit" busy={isPending && 'Menghitung...'}>
          Hitung dan tutup periode
        </Button>
      </div>
    </form>
  );
}
