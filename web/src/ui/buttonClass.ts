/** Look of a button, or of a link that looks like one. */
export type ButtonLook = 'primary' | 'action' | 'outline' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong',
  action: 'bg-accent text-on-accent hover:bg-accent-strong',
  outline: 'border border-edge bg-surface text-ink hover:border-brand hover:text-brand',
  quiet: 'text-brand hover:bg-brand-soft',
  danger: 'bg-danger text-paper hover:opacity-90',
};

/** Returns the classes of a button in one of the looks. */
export function buttonClass(look: ButtonLook = 'primary', extra = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center text-sm font-semibold transition-colors disabled:opacity-55 aria-disabled:opacity-55 ${looks[look]} ${extra}`;
}
