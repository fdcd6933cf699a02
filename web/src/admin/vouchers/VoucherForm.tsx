import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { NumberField } from '@/admin/ui/NumberField';
import { UploadField } from '@/admin/ui/UploadField';
import { useDraft } from '@/admin/ui/useDraft';
import { wholeNumbers } from '@/admin/ui/wholeNumber';
import { save as send } from '@/api/calls';
import type { AdminVoucherDetail } from '@/api/schema';
import { number } from '@/format';
import { SelectField, TextAreaField, TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { toInstant, toLocal } from './moments';
import { adminQuery } from '@/admin/ui/adminQuery';

/** The fields as they are typed. */
type Typed = {
  code: string;
  title: string;
  terms: string;
  picture: string;
  discount_percent: string;
  /** On the clocks of Jakarta. */
  starts_at: string;
  ends_at: string;
  /** The instants that the form began with. */
  began: { starts_at: string; ends_at: string };
  quota: string;
  member_quota: string;
  minimum_rp: string;
  first_order: boolean;
  version: number;
};

const labels = {
  code: 'kode',
  discount_percent: 'diskon',
  title: 'judul',
  starts_at: 'waktu mulai',
  ends_at: 'waktu berakhir',
  quota: 'kuota',
  member_quota: 'kuota per anggota',
  minimum_rp: 'belanja minimum',
  first_order: 'hanya pesanan pertama',
  terms: 'syarat',
  picture: 'gambar',
};

/** The fields that hold whole numbers, as a refusal begins. */
const numbers = {
  quota: 'Kuota',
  member_quota: 'Kuota per anggota',
  minimum_rp: 'Belanja minimum',
};

/** How a limit is typed: nothing is without limit. */
const limitText = (quota: number | null | undefined) => (quota == null ? '' : number(quota));

function typed(voucher: AdminVoucherDetail | null): Typed {
  return {
    code: voucher?.code ?? '',
    title: voucher?.title ?? '',
    terms: voucher?.terms.join('\n') ?? '',
    picture: voucher?.picture ?? '',
    discount_percent: voucher?.discount_percent.replace('.', ',') ?? '',
    starts_at: toLocal(voucher?.starts_at ?? ''),
    ends_at: toLocal(voucher?.ends_at ?? ''),
    began: { starts_at: voucher?.starts_at ?? '', ends_at: voucher?.ends_at ?? '' },
    quota: limitText(voucher?.quota),
    member_quota: limitText(voucher?.member_quota),
    minimum_rp: number(voucher?.minimum_rp ?? 0),
    first_order: voucher?.first_order ?? false,
    version: voucher?.version ?? 0,
  };
}

/** The form of a voucher; of none, for a new one. */
export function VoucherForm({ voucher }: { voucher: AdminVoucherDetail | null }) {
  const navigate = useNavigate();
  const initial = useMemo(() => typed(voucher), [voucher]);
  const locked = (voucher?.orders ?? 0) > 0;

  const save = async (draft: Typed) => {
    const { began, ...rest } = draft;
    const read = wholeNumbers(rest, numbers);
    const body = {
      ...rest,
      terms: draft.terms.split('\n'),
      starts_at: toInstant(draft.starts_at, began.starts_at),
      ends_at: toInstant(draft.ends_at, began.ends_at, true),
      quota: read.quota,
      member_quota: read.member_quota,
      minimum_rp: read.minimum_rp ?? 0,
    };
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
    name: `voucher-${voucher?.id ?? 'new'}`,
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
        <TextField
          label="Diskon (persen dari subtotal produk)"
          {...tie('discount_percent')}
          inputMode="decimal"
          maxLength={6}
          hint="Lebih dari 0 sampai 100, misalnya 12,5."
        />
        <TextField label="Judul" {...tie('title')} maxLength={100} className="sm:col-span-2" />
        <TextField label="Mulai (WIB)" type="datetime-local" {...tie('starts_at')} />
        <TextField label="Berakhir (WIB)" type="datetime-local" {...tie('ends_at')} />
        <NumberField label="Kuota" {...tie('quota')} hint="Kosongkan bila tanpa batas." />
        <NumberField
          label="Kuota per anggota"
          {...tie('member_quota')}
          hint="Kosongkan bila tanpa batas."
        />
        <NumberField label="Belanja minimum (rupiah)" {...tie('minimum_rp')} />
        <SelectField
          label="Untuk"
          {...tie('first_order')}
          onChange={({ target }) => change({ first_order: target.value === 'true' })}
          hint="Yang dibatalkan atau gagal dibayar bukan pesanan."
        >
          <option value="false">Semua anggota</option>
          <option value="true">Pesanan pertama saja</option>
        </SelectField>
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
            hint="Tampil dengan perbandingan 5 × 2. JPG, PNG, atau WebP, paling besar 12 MB."
          />
        </div>
      </div>
    </DraftForm>
  );
}
