/** Texts about returns, for members and administrators. */
import type {
  MemberReturn,
  OrderReturns,
  ReturnKind,
  ReturnReason,
  ReturnState,
} from '@/api/schema';
import { dateTime } from '@/dates';

/** Names of the kinds of returns. */
export const returnKinds: Record<ReturnKind, string> = {
  refund: 'Uang kembali',
  replacement: 'Ganti barang',
  buyback: 'Dibeli kembali oleh toko',
};

/** Names of return reasons. */
export const returnReasons: Record<ReturnReason, string> = {
  damaged: 'Barang rusak atau cacat',
  wrong: 'Barang tidak sesuai pesanan',
  incomplete: 'Isi kurang atau tidak lengkap',
  unwanted: 'Berubah pikiran',
  other: 'Alasan lain',
};

/**
 * Returns the deadlines of the offered kinds of return, those with the same deadline together;
 * empty if there is none.
 */
export function deadlineSentences({ deadlines }: OrderReturns): string[] {
  const moments = [...new Set(deadlines.map(({ until }) => until))];
  return moments.map((moment) => {
    const kinds = deadlines.filter(({ until }) => until === moment);
    const names = kinds.map(({ kind }) => returnKinds[kind]).join(', ');
    return `${names}: dapat diajukan sampai ${dateTime(moment)}.`;
  });
}

/** Names of return states. */
export const returnStates: Record<ReturnState, string> = {
  asked: 'Menunggu jawaban toko',
  approved: 'Disetujui',
  refused: 'Ditolak',
  withdrawn: 'Dibatalkan',
  received: 'Barang sudah di toko',
  transferring: 'Dana sedang ditransfer',
  refunded: 'Dana dikembalikan',
  replaced: 'Barang pengganti dikirim',
};

const moveNames: Record<string, string> = {
  asked: 'Pengembalian diajukan',
  approved: 'Disetujui toko',
  refused: 'Ditolak toko',
  withdrawn: 'Pengajuan dibatalkan',
  received: 'Barang diterima toko',
  transferring: 'Transfer dana disiapkan',
  refunded: 'Dana dikembalikan',
  replaced: 'Barang pengganti dikirim',
};

/** Returns the name of an event of a return. */
export function returnMoveName(event: string): string {
  return moveNames[event] ?? event;
}

/** Counts the pieces of a return. */
export function piecesOf({ lines }: Pick<MemberReturn, 'lines'>): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
