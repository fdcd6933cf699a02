import { useLayoutEffect, type ReactNode } from 'react';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';
import { useRequiredText } from './useRequiredText';

type Props = {
  title: string;
  /** Number of what is asked about, where a page has several. */
  of?: number;
  text: ReactNode;
  confirm: string;
  /** Does it; a failure is shown, and what was typed stays. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks why something is done that someone else will want to know the reason of. */
export function ReasonDialog({ of, onConfirm, children, ...dialog }: Props) {
  const { field, confirm } = useRequiredText<HTMLTextAreaElement>(
    `${dialog.title} ${of}`,
    'Tuliskan alasannya.',
  );
  // What is typed at once is the reason: a space in it must not tick a box that stands above.
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
