import { ArrowLeft } from 'lucide-react';
import { Link } from '@/ui/Link';

type Props = {
  to: string;
  label: string;
  /** Navigation state for the target page. */
  state?: unknown;
};

/** Link with an arrow that leads back to another page. */
export function BackLink({ to, label, state }: Props) {
  return (
    <Link
      to={to}
      state={state}
      aria-label={label}
      className="-ml-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand"
    >
      <ArrowLeft size={22} />
    </Link>
  );
}
