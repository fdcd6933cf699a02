/** Reasons why a bank did not carry out the transfer of a bonus, in words. */
import type { TransferFailure } from '@/api/schema';

/** Each reason as a sentence without its full stop. */
export const transferFailures: Record<TransferFailure, string> = {
  wrong_account: 'Bank tidak mengenal nomor rekeningnya',
  wrong_name: 'Nama pemilik rekeningnya tidak cocok',
  closed_account: 'Rekeningnya ditutup atau tidak aktif',
  bank_refused: 'Bank menolak transfernya',
};
