import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from '@/ui/buttonClass';

type Props = ComponentProps<'button'> & {
  look?: ButtonLook;
  /**
   * Shown instead of the children, dimmed and not to be pressed again, while true work is under way. It keeps the focus:
   * a keyboard would lose its place on a button that is really disabled.
   */
  busy?: string | false;
};

/** A button of the shop. */
export function Button({
  look,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={buttonClass(look, className)}
      aria-busy={busy !== false}
      {...rest}
      aria-disabled={busy !== false || undefined}
      onClick={busy === false ? onClick : (event) => event.preventDefault()}
    >
      {busy === false ? children : busy}
    </button>
  );
}
