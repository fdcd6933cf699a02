import type { ComponentProps } from 'react';

/** A checkbox; its label surrounds it. */
export function Checkbox({ className = '', ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...input} type="checkbox" className={`size-5 shrink-0 ${className}`} />;
}
