import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** Content at the end of the title's line. */
  aside?: ReactNode;
  /** Whether it is open at first. */
  open?: boolean;
  onOpen?: () => void;
  children: ReactNode;
};

/** Card that can be collapsed; collapsed at first unless `open`. */
export function Fold({ title, aside, open = false, onOpen, children }: Props) {
  return (
    <details
      open={open}
      className="group card"
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
    >
      <summary className="flex min-h-14 items-center gap-3 rounded-2xl px-5 py-3 -outline-offset-2 hover:text-brand [&::-webkit-details-marker]:hidden">
        <h2 className="flex-1 font-semibold">{title}</h2>
        {aside}
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line px-5 py-2">{children}</div>
    </details>
  );
}
