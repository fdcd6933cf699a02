import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '@/admin/ui/adminQuery';
import type { AdminReturn } from '@/api/schema';
import { save } from '@/api/save';
import { fieldErrors } from '@/fieldErrors';
import { rupiah } from '@/format';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Loading } from '@/ui/Loading';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

type Account = { bank: string; bank_account: string; account_name: string };

type Props = { shown: AdminReturn; onClose: () => void };

/** Prepares the manual transfer of a return's money; another administrator approves it. */
export function TransferDialog({ shown, onClose }: Props) {
  const { uid, name } = shown.member;
  const { data: member, isPending } = useQuery(adminQuery('/api/admin/members/{uid}', { uid }));
  if (isPending)
    return (
      <Dialog title="Siapkan transfer" onClose={onClose}>
        <Loading />
      </Dialog>
    );
  const { bank = '', bank_account = '' } = shown.transfer ?? member ?? {};
  const account_name = shown.transfer?.account_name ?? name;
  return <Prepare shown={shown} known={{ bank, bank_account, account_name }} onClose={onClose} />;
}

function Prepare({ shown, known, onClose }: Props & { known: Account }) {
  const [account, setAccount] = useRestoredState(`transfer ${shown.version}`, known);
  const [errors, setErrors] = useState<Partial<Account>>({});
  const tie = (field: keyof Account) => ({
    value: account[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setAccount((before) => ({ ...before, [field]: target.value }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
  });
  const prepare = async () => {
    const { id, version } = shown;
    try {
      const { message } = await save('POST /api/admin/returns/{id}/transfer', {
        params: { id },
        body: { version, ...account },
      });
      toast('success', message);
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title="Siapkan transfer"
      text={`${rupiah(shown.refund_rp)} untuk ${shown.member.name}. Pengelola lain memeriksa rekeningnya, mentransfer, dan menyetujuinya.`}
      confirm="Siapkan"
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={prepare}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField label="Bank" maxLength={50} {...tie('bank')} />
        <TextField
          label="Nomor rekening"
          inputMode="numeric"
          maxLength={30}
          {...tie('bank_account')}
        />
        <TextField label="Atas nama" maxLength={100} {...tie('account_name')} />
      </div>
    </ConfirmDialog>
  );
}
