import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { icon: LucideIcon; title: string; text?: string; children?: ReactNode };

/** Placeholder where there is nothing to show yet, with a link that leads on. */
export function Empty({ icon: Icon, title, text, children }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-16 text-center">
      <span className="mb-5 grid size-20 place-items-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden size={34} strokeWidth={1.5} />
      </span>
      <p className="font-display text-xl font-semibold">{title}</p>
      {text && <p className="mt-2 text-sm text-muted">{text}</p>}
      {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
