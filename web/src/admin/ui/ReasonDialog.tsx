import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';

type Props = {
  title: string;
  text: ReactNode;
  confirm: string;
  /** Does it; a failure is shown, and what was typed stays. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks why something is done that someone else will want to know the reason of. */
export function ReasonDialog({ onConfirm, children, ...dialog }: Props) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // What is typed at once is the reason: a space in it must not tick a box that stands above.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <ConfirmDialog
      {...dialog}
      cancel="Kembali"
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={() => {
        if (reason.trim()) return onConfirm(reason.trim());
        setError('Tuliskan alasannya.');
        field.current?.focus();
        return false;
      }}
    >
      {children}
      <TextAreaField
        ref={field}
        label="Alasan"
        value={reason}
        error={error}
        maxLength={300}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
