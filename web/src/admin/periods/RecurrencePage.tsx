import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OrderWindowNotice } from '@/admin/components/OrderWindowNotice';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { Recurrence } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { SelectField, TextField } from '@/ui/Field';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import {
  draftOf,
  lengths,
  ruleOf,
  ruleSentence,
  startDays,
  type RecurrenceDraft,
} from './recurrence';

const keep = adminQuery('/api/admin/periods/recurrence');

const labels = { every: 'Lama periode', starts_day: 'Hari mulai', name_pattern: 'Pola nama' };

/** Sets whether and how periods open automatically. */
function RecurrencePage() {
  const { data, error, refetch } = useQuery(keep);
  return (
    <Screen
      title="Periode berulang"
      text="Periode berikutnya dibuat dan terbuka sendiri, sehingga toko tidak pernah berhenti menerima pesanan."
      back={{ to: adminPaths.periods(), label: 'Semua periode' }}
      actions={data?.rule && <Stop version={data.version} />}
    >
      {data ? (
        <>
          <OrderWindowNotice orderWindow={data.order_window} />
          {data.rule && (
            <p className="mb-4 rounded-2xl bg-brand-soft px-4 py-3 text-sm text-brand">
              {ruleSentence(data.rule)}.
              {data.order_window.open_until &&
                ` Yang sudah ada menerima pesanan sampai ${dateTime(data.order_window.open_until)}; yang berikutnya dibuat sehari sebelumnya.`}
            </p>
          )}
          <Edit recurrence={data} />
        </>
      ) : error ? (
        <Problem
          text={sentence(error, 'Aturan periode gagal dimuat.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function Edit({ recurrence }: { recurrence: Recurrence }) {
  const draft = useDraft<RecurrenceDraft>({
    name: 'recurrence',
    initial: draftOf(recurrence),
    save: async (typed, { version }) => {
      const body = { rule: ruleOf(typed), version };
      await save('PUT /api/admin/periods/recurrence', { body }, { keep });
      toast('success', 'Periode terbuka sendiri mulai sekarang');
    },
    read: draftOf,
  });
  const chooseLength = ({ target: { value } }: { target: { value: string } }) => {
    const fits = startDays(value).some(([day]) => day === draft.draft.starts_day);
    draft.change({ every: value, ...(fits ? {} : { starts_day: '1' }) });
  };
  return (
    <DraftForm
      draft={draft}
      labels={labels}
      save={recurrence.rule ? 'Simpan' : 'Mulai periode berulang'}
    >
      <div className="grid gap-4 card p-5 sm:grid-cols-2">
        <SelectField label={labels.every} {...draft.tie('every')} onChange={chooseLength}>
          {lengths(recurrence.rule).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={labels.starts_day}
          hint="Sisa hari sebelum itu menjadi periode sendiri, atau ikut periode berikutnya bila terlalu pendek."
          {...draft.tie('starts_day')}
        >
          {startDays(draft.draft.every).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="sm:col-span-2">
          <TextField
            label={labels.name_pattern}
            maxLength={100}
            hint="{bulan} dan {tahun} menjadi bulan dan tahun hari terakhirnya, {mulai} dan {selesai} tanggalnya: “{bulan} {tahun}” menjadi “Desember 2026”."
            {...draft.tie('name_pattern')}
          />
        </div>
      </div>
    </DraftForm>
  );
}

function Stop({ version }: { version: number }) {
  const [asked, setAsked] = useState(false);
  const stop = async () => {
    const body = { rule: null, version };
    await save('PUT /api/admin/periods/recurrence', { body }, { keep });
    toast('success', 'Periode tidak lagi terbuka sendiri');
  };
  return (
    <>
      <Button look="outline" onClick={() => setAsked(true)}>
        Hentikan
      </Button>
      {asked && (
        <ConfirmDialog
          title="Hentikan periode berulang?"
          text="Periode yang sudah ada tetap berjalan. Setelah yang terakhir selesai, toko berhenti menerima pesanan sampai Anda membuat periode baru."
          confirm="Hentikan"
          onConfirm={stop}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

export { RecurrencePage as Component };
