import { ArrowLeft } from 'lucide-react';
import { Link } from '@/ui/Link';

/** The arrow that leads back. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className="-ml-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand"
    >
      <ArrowLeft size={22} />
    </Link>
  );
}
