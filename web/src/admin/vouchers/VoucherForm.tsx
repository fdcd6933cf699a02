import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { NumberField } from '@/admin/ui/NumberField';
import { UploadField } from '@/admin/ui/UploadField';
import { useDraft } from '@/admin/ui/useDraft';
import { save as send } from '@/api/save';
import type { AdminVoucherDetail } from '@/api/schema';
import { TextAreaField, TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { adminQuery } from '@/admin/ui/adminQuery';
import { AudienceFields } from './AudienceFields';
import { ReductionFields } from './ReductionFields';
import { ScopeFields } from './ScopeFields';
import { bodyOf, labels, typed, type Typed } from './form';

/** Form of a voucher; null for a new one. */
export function VoucherForm({ voucher }: { voucher: AdminVoucherDetail | null }) {
  const navigate = useNavigate();
  const initial = useMemo(() => typed(voucher), [voucher]);
  const locked = (voucher?.orders ?? 0) > 0;

  const save = async (draft: Typed) => {
    const body = bodyOf(draft);
    if (voucher) {
      const params = { id: voucher.id };
      const keep = adminQuery('/api/admin/vouchers/{id}', params);
      await send('PUT /api/admin/vouchers/{id}', { params, body }, { keep });
    } else {
      await send('POST /api/admin/vouchers', { body });
      await navigate(adminPaths.vouchers());
    }
    toast('success', `Voucher ${draft.code.toUpperCase()} disimpan.`);
  };
  const draft = useDraft<Typed>({
    name: `voucher-terms-${voucher?.id ?? 'new'}`,
    initial,
    save,
    read: typed,
  });
  const { tie, change, errors } = draft;

  return (
    <DraftForm draft={draft} labels={labels} save={voucher ? 'Simpan' : 'Buat voucher'}>
      <div className="grid items-start gap-4 card p-5 sm:grid-cols-2 sm:p-6">
        <TextField
          label="Kode"
          {...tie('code')}
          maxLength={30}
          autoCapitalize="characters"
          autoComplete="off"
          disabled={locked}
          hint={
            locked
              ? 'Kode tetap, karena sudah dipakai dalam pesanan.'
              : 'Huruf dan angka, dipisahkan satu spasi atau tanda hubung.'
          }
        />
        <TextField label="Judul" {...tie('title')} maxLength={100} />
        <ReductionFields draft={draft} />
        <TextField label="Mulai (WIB)" type="datetime-local" {...tie('starts_at')} />
        <TextField label="Berakhir (WIB)" type="datetime-local" {...tie('ends_at')} />
        <NumberField label="Kuota" {...tie('quota')} hint="Kosongkan bila tanpa batas." />
        <NumberField
          label="Kuota per anggota"
          {...tie('member_quota')}
          hint="Kosongkan bila tanpa batas."
        />
        <NumberField label="Belanja minimum (rupiah)" {...tie('minimum_rp')} />
        <AudienceFields draft={draft} />
        <ScopeFields draft={draft} />
        <TextAreaField
          label="Syarat, satu per baris"
          rows={5}
          {...tie('terms')}
          className="sm:col-span-2"
        />
        <div className="sm:col-span-2">
          <UploadField
            label="Gambar"
            name="picture"
            folder="vouchers"
            ratio={5 / 2}
            picture={draft.draft.picture}
            onPick={(picture) => change({ picture })}
            error={errors.picture}
            hint="Tampil dengan perbandingan 5 × 2. Tanpa gambar, toko membuatnya dari kode."
            {...(draft.draft.picture && { onClear: () => change({ picture: '' }) })}
          />
        </div>
      </div>
    </DraftForm>
  );
}
