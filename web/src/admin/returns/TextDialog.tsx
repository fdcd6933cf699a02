import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextField } from '@/ui/Field';

type Props = {
  title: string;
  text: string;
  label: string;
  /** What is said when nothing was typed. */
  missing: string;
  confirm: string;
  /** Does it with what was typed; a failure is shown, and what was typed stays. */
  onConfirm: (typed: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a number that belongs to what is done. */
export function TextDialog({ label, missing, onConfirm, ...dialog }: Props) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  return (
    <ConfirmDialog
      {...dialog}
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={() => {
        if (typed.trim()) return onConfirm(typed.trim());
        setError(missing);
        field.current?.focus();
        return false;
      }}
    >
      <TextField
        ref={field}
        label={label}
        value={typed}
        error={error}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
