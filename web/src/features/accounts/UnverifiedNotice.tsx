import { MailWarning } from 'lucide-react';
import { sendEmailVerification } from '@/api/accounts';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

/** Notice that an e-mail address is not verified yet, with a button that sends the link again. */
export function UnverifiedNotice({ email }: { email: string }) {
  const { mutate, isPending } = useMutation(
    async () => toast('success', (await sendEmailVerification()).message),
    (error) => toast('error', sentence(error, 'Gagal mengirim. Coba lagi.')),
  );
  return (
    <section
      aria-label="Email belum terverifikasi"
      className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-warn-soft px-5 py-4"
    >
      <MailWarning aria-hidden size={22} className="shrink-0 text-warn" />
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-medium">Verifikasi email Anda</p>
        <p className="mt-0.5 break-words text-muted">
          Buka tautan yang kami kirim ke {email}. Pencairan bonus dan undangan anggota menunggu ini;
          belanja tetap bisa.
        </p>
      </div>
      <Button look="outline" busy={isPending && 'Mengirim...'} onClick={() => mutate()}>
        Kirim ulang
      </Button>
    </section>
  );
}
