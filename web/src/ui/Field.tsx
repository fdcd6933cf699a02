import { useId, type ComponentProps, type ReactNode } from 'react';

const box =
  'min-h-11 w-full rounded-xl border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted/80 disabled:opacity-60 sm:text-sm';

/** Returns the classes of an input, red when it was refused. */
export function inputClass(refused: boolean): string {
  return `${box} ${refused ? 'border-danger' : 'border-edge'}`;
}

type Wiring = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  className: string;
};

type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  children: (wiring: Wiring) => ReactNode;
};

/** Labelled input or selection, with its error message. */
export function Field({ label, error, hint, className = '', children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
        className: inputClass(error !== undefined),
      })}
      {note && (
        <p id={`${id}-note`} className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}

type Common = { label: string; error?: string | undefined; hint?: ReactNode };

/** A field of one line. */
export function TextField({
  label,
  error,
  hint,
  className,
  ...input
}: Common & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(wiring) => <input {...input} {...wiring} />}
    </Field>
  );
}

/** A field of several lines. */
export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...area
}: Common & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(wiring) => <textarea rows={3} {...area} {...wiring} />}
    </Field>
  );
}

/** A field with a value chosen from a list. */
export function SelectField({
  label,
  error,
  hint,
  className,
  ...select
}: Common & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(wiring) => <select {...select} {...wiring} />}
    </Field>
  );
}
