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
  /** Performs the action with the typed text; a failure is shown, and the text is retained. */
  onConfirm: (typed: string) => Promise<unknown>;
  onClose: () => void;
};

/** Dialog that asks for a number that the action needs. */
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
