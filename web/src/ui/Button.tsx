import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from '@/ui/button';

type Props = ComponentProps<'button'> & {
  look?: ButtonLook;
  /** Shown instead of the children, dimmed and not to be pressed again, while true work is under way. */
  busy?: string | false;
};

/** A button of the shop. */
export function Button({
  look,
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={buttonClass(look, className)}
      disabled={disabled || busy !== false}
      aria-busy={busy !== false}
      {...rest}
    >
      {busy === false ? children : busy}
    </button>
  );
}
