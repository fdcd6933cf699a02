import { ArrowLeft } from 'lucide-react';
import { Link } from '@/ui/Link';

type Props = {
  to: string;
  label: string;
  /** State for the page that it leads to. */
  state?: unknown;
};

/** The arrow that leads back. */
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
