import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field } from '@/ui/Field';

type Props = { label: string; error?: string | undefined } & ComponentProps<'input'>;

/** A password field whose text can be shown. */
export function PasswordField({ label, error, className, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} className={className}>
      {(wiring) => (
        <div className="relative">
          <input
            // A password that is shown must still not be corrected by the keyboard.
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={`${wiring.className} pr-12`}
          />
          <button
            type="button"
            aria-label={
              shown ? `Sembunyikan ${label.toLowerCase()}` : `Tampilkan ${label.toLowerCase()}`
            }
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted hover:text-ink"
          >
            {shown ? <EyeOff size={18} /> : <Eye size={18} />}
          </button>
        </div>
      )}
    </Field>
  );
}
