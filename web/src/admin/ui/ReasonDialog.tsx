import { useLayoutEffect, type ReactNode } from 'react';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';
import { useRequiredText } from './useRequiredText';

type Props = {
  title: string;
  /** Number of the item in question, if a page has several. */
  of?: number;
  text: ReactNode;
  confirm: string;
  /** Performs the action; a failure is shown, and the typed text is retained. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

/** Dialog that asks for the reason of an action, because someone else will want to know it. */
export function ReasonDialog({ of, onConfirm, children, ...dialog }: Props) {
  const { field, confirm } = useRequiredText<HTMLTextAreaElement>(
    `${dialog.title} ${of}`,
    'Tuliskan alasannya.',
  );
  // Focuses the reason at once: a space typed in it must not tick a checkbox above.
  useLayoutEffect(() => field.ref.current?.focus(), [field.ref]);
  return (
    <ConfirmDialog
      {...dialog}
      cancel="Kembali"
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={() => confirm(onConfirm)}
    >
      {children}
      <TextAreaField label="Alasan" maxLength={300} {...field} />
    </ConfirmDialog>
  );
}
