import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '@/api/calls';
import { useMe } from '@/api/accounts';
import { save } from '@/api/save';
import type { Bonus } from '@/api/schema';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';

const bankAccountQuery = query('/api/me/bank-account');

const box =
  'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-warn-soft px-5 py-4 text-sm';

/**
 * Shows the reason why bonuses wait: the bank account is missing, or a changed one is held for some
 * time.
 */
export function BankNotice({ bonuses }: { bonuses: Bonus[] }) {
  const { data: me } = useMe();
  const account = useQuery(bankAccountQuery).data;
  if (me?.rekening_bank === '' && bonuses.some(({ status }) => status !== 'paid'))
    return (
      <section aria-label="Rekening belum diisi" className={box}>
        <p className="min-w-0 flex-1 basis-60">
          <span className="font-medium">Bonus Anda menunggu rekening.</span>{' '}
          <span className="text-muted">Isi bank dan nomor rekening untuk menerimanya.</span>
        </p>
        <Link to={paths.editProfile()} className={buttonClass('primary')}>
          Isi rekening
        </Link>
      </section>
    );
  if (me && account?.failed_at != null)
    return <FailedAccount account={`${me.bank} ${me.rekening_bank}`} at={account.failed_at} />;
  return (
    account?.held_until != null && (
      <p role="status" className="rounded-2xl bg-accent-soft px-4 py-3 text-sm">
        Rekening Anda baru diganti. Demi keamanan, bonus dibayarkan ke rekening itu mulai{' '}
        {dateTime(account.held_until)}.
      </p>
    )
  );
}

/**
 * Notice of an account to which a transfer failed: the member names another one, or confirms it.
 */
function FailedAccount({ account, at }: { account: string; at: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <section aria-label="Rekening perlu diperiksa" className={box}>
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">Transfer ke rekening Anda gagal pada {dateTime(at)}.</span>{' '}
        <span className="text-muted">
          Bonus Anda menunggu sampai rekening itu diganti, atau Anda memastikan bahwa {account}{' '}
          benar.
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        <Link to={paths.editProfile()} className={buttonClass('primary')}>
          Ganti rekening
        </Link>
        <Button look="outline" onClick={() => setAsking(true)}>
          Rekening ini benar
        </Button>
      </span>
      {asking && (
        <ConfirmDialog
          title="Rekening ini benar?"
          text={`Bonus Anda ditransfer lagi ke ${account}. Pastikan nomornya benar, atas nama Anda, dan masih aktif.`}
          confirm="Ya, benar"
          onConfirm={async () => {
            await save('POST /api/me/bank-account/confirm', {});
            toast('success', 'Rekening dipastikan benar.');
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
