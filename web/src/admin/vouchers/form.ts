/** Voucher as typed, and as sent. */
import { wholeNumbers } from '@/admin/ui/wholeNumber';
import type { AdminVoucherDetail, ChosenProduct, VoucherForm } from '@/api/schema';
import { number } from '@/format';
import { toInstant, toLocal } from '@/admin/components/moments';

/** Audience of a voucher. */
export type Audience = 'all' | 'first_order' | 'chosen_members';

/** Fields of a voucher as typed. */
export type Typed = {
  code: string;
  title: string;
  terms: string;
  picture: string;
  kind: VoucherForm['kind'];
  discount_percent: string;
  discount_rp: string;
  most_rp: string;
  /** Local time in Jakarta. */
  starts_at: string;
  ends_at: string;
  /** Instants with which the form began, so that unchanged times stay exact; empty for no limit. */
  began: { starts_at: string; ends_at: string };
  quota: string;
  member_quota: string;
  minimum_rp: string;
  audience: Audience;
  /** Uids, one per line. */
  members: string;
  scoped: boolean;
  products: ChosenProduct[];
  categories: number[];
  version: number;
};

/** Names of fields, as used in messages such as that of a conflict. */
export const labels = {
  code: 'kode',
  kind: 'jenis potongan',
  discount_percent: 'diskon',
  discount_rp: 'potongan',
  most_rp: 'potongan maksimal',
  title: 'judul',
  starts_at: 'waktu mulai',
  ends_at: 'waktu berakhir',
  quota: 'kuota',
  member_quota: 'kuota per anggota',
  minimum_rp: 'belanja minimum',
  audience: 'untuk siapa',
  members: 'anggota',
  scoped: 'berlaku untuk',
  products: 'produk',
  categories: 'kategori',
  terms: 'syarat',
  picture: 'gambar',
};

/** Fields that hold whole numbers, with the names that begin their error messages. */
const numbers = {
  discount_rp: 'Potongan',
  most_rp: 'Potongan maksimal',
  quota: 'Kuota',
  member_quota: 'Kuota per anggota',
  minimum_rp: 'Belanja minimum',
};

/** Formats a limit for its field; empty means no limit. */
const limitText = (limit: number | null | undefined) => (limit ? number(limit) : '');

/** Returns the form values of a voucher; null for a new one. */
export function typed(voucher: AdminVoucherDetail | null): Typed {
  const began = { starts_at: voucher?.starts_at ?? '', ends_at: voucher?.ends_at ?? '' };
  return {
    code: voucher?.code ?? '',
    title: voucher?.title ?? '',
    terms: voucher?.terms.join('\n') ?? '',
    picture: voucher?.picture ?? '',
    kind: voucher?.kind ?? 'percent',
    discount_percent: voucher?.kind === 'percent' ? voucher.discount_percent.replace('.', ',') : '',
    discount_rp: limitText(voucher?.discount_rp),
    most_rp: limitText(voucher?.most_rp),
    starts_at: toLocal(began.starts_at),
    ends_at: toLocal(began.ends_at),
    began,
    quota: limitText(voucher?.quota),
    member_quota: limitText(voucher?.member_quota),
    minimum_rp: number(voucher?.minimum_rp ?? 0),
    audience: voucher?.chosen_members
      ? 'chosen_members'
      : voucher?.first_order
        ? 'first_order'
        : 'all',
    members: (voucher?.members ?? []).map(({ uid }) => uid).join('\n'),
    scoped: voucher?.scoped ?? false,
    products: voucher?.products ?? [],
    categories: voucher?.categories ?? [],
    version: voucher?.version ?? 0,
  };
}

/** Builds the request; refuses values that are not numbers, by field. */
export function bodyOf(draft: Typed): VoucherForm {
  const { began, audience, ...rest } = draft;
  const read = wholeNumbers(rest, numbers);
  return {
    ...rest,
    ...read,
    discount_rp: read.discount_rp ?? 0,
    minimum_rp: read.minimum_rp ?? 0,
    terms: draft.terms.split('\n'),
    starts_at: toInstant(draft.starts_at, began.starts_at),
    ends_at: toInstant(draft.ends_at, began.ends_at, true),
    first_order: audience === 'first_order',
    chosen_members: audience === 'chosen_members',
    members: draft.members.split(/[\s,;]+/),
    products: draft.products.map(({ id }) => id),
  };
}
