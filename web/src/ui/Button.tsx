import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from '@/ui/buttonClass';

type Props = ComponentProps<'button'> & {
  look?: ButtonLook;
  /**
   * Text shown instead of the children while work is in progress; the button is dimmed and cannot
   * be pressed again. It keeps the focus: keyboard users would lose their place on a really
   * disabled button.
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
