/** The days in which an administrator who was made one lately approves no money that goes out. */
import { useMe } from '@/api/accounts';
import { dateTime } from '@/dates';

/** Returns the sentence that asks for somebody else's approval; null when one's own counts. */
export function useApprovalWait(): string | null {
  const from = useMe().data?.approves_from;
  return from == null
    ? null
    : `Akun Anda baru diangkat atau baru dipulihkan: Anda dapat menyetujui mulai ${dateTime(from)}. Jangan mentransfer dulu; mintalah pengelola lain.`;
}
