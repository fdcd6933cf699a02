/** Days in which a recently appointed administrator cannot approve outgoing money. */
import { useMe } from '@/api/accounts';
import { dateTime } from '@/dates';

/** Returns the message that another administrator must approve; null if the caller may approve. */
export function useApprovalWait(): string | null {
  const from = useMe().data?.approves_from;
  return from == null
    ? null
    : `Akun Anda baru diangkat atau baru dipulihkan: Anda dapat menyetujui mulai ${dateTime(from)}. Jangan mentransfer dulu; mintalah pengelola lain.`;
}
