import { useRequiredText } from '@/admin/ui/useRequiredText';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextField } from '@/ui/Field';

type Props = {
  title: string;
  text: string;
  label: string;
  /** Message when nothing was typed. */
  missing: string;
  confirm: string;
  /** Does it with what was typed; a failure is shown, and what was typed stays. */
  onConfirm: (typed: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a number that belongs to what is done. */
export function TextDialog({ label, missing, onConfirm, ...dialog }: Props) {
  const { field, confirm } = useRequiredText<HTMLInputElement>(dialog.title, missing);
  return (
    <ConfirmDialog
      {...dialog}
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={() => confirm(onConfirm)}
    >
      <TextField label={label} maxLength={100} autoComplete="off" {...field} />
    </ConfirmDialog>
  );
}
