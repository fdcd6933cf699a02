import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/ui/Button';
import { MOST } from './document';
import { useDesigner } from './designer';

type Props<T> = {
  /** Path of the list in the plan; links to errors about the list itself lead here. */
  path: string;
  label: string;
  items: readonly T[];
  nameOf: (item: T, at: number) => string;
  /** Content below the name of a folded item. */
  summary: (item: T, at: number) => ReactNode;
  render: (item: T, at: number) => ReactNode;
  onMove: (at: number, step: 1 | -1) => void;
  onRemove: (at: number) => void;
  /**
   * Buttons that add an item, each with the title of its kind; one button, or several to choose
   * from.
   */
  adds: readonly { title: string; text?: string; add: () => void }[];
};

/** List whose order matters: items can be folded, moved by buttons, added and removed. */
export function EditableList<T>({
  path,
  label,
  items,
  nameOf,
  summary,
  render,
  onMove,
  onRemove,
  adds,
}: Props<T>) {
  const { faults } = useDesigner();
  const isFaulty = (at: number) =>
    faults.some(({ field }) => `${field}.`.startsWith(`${path}.${at}.`));
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<boolean[]>([]);
  const [said, setSaid] = useState('');

  // The focus follows the moved item.
  const move = (at: number, step: 1 | -1) => {
    const to = at + step;
    if (to < 0 || to >= items.length) return;
    flushSync(() => {
      onMove(at, step);
      setOpen((before) => {
        const after = items.map((_, each) => before[each] ?? false);
        return after.with(at, after[to] ?? false).with(to, true);
      });
      setSaid(`${nameOf(items[at] as T, at)} sekarang ke-${to + 1} dari ${items.length}.`);
    });
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-move='${to} ${step}']`);
    (button?.disabled ? button.closest('details')?.querySelector('summary') : button)?.focus();
  };
  const remove = (at: number) => {
    flushSync(() => {
      onRemove(at);
      setOpen((before) => items.map((_, each) => before[each] ?? false).toSpliced(at, 1));
      setSaid(`${nameOf(items[at] as T, at)} dihapus.`);
    });
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const add = (one: () => void) => {
    flushSync(() => {
      one();
      setOpen((before) => [...items.map((_, each) => before[each] ?? false), true]);
    });
    list.current?.querySelector<HTMLElement>('li:last-child details[open] input')?.focus();
  };

  return (
    <div ref={list}>
      <p role="status" className="sr-only">
        {said}
      </p>
      {items.length > 0 && (
        <ol aria-label={label} className="grid gap-3">
          {items.map((item, at) => {
            const name = nameOf(item, at);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- an item is known by its place
              <li key={at} className={`card ${isFaulty(at) ? 'border-danger!' : ''}`}>
                <details
                  className="group"
                  open={open[at] ?? false}
                  onToggle={({ currentTarget: { open: now } }) =>
                    setOpen((before) =>
                      items.map((_, each) => (each === at ? now : (before[each] ?? false))),
                    )
                  }
                >
                  <summary className="flex min-h-14 items-center gap-3 rounded-2xl px-4 py-3 -outline-offset-2 hover:text-brand [&::-webkit-details-marker]:hidden">
                    <span
                      aria-hidden
                      className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand tabular-nums"
                    >
                      {at + 1}
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block font-semibold">{name}</span>
                      <span className="block text-sm text-muted group-open:hidden">
                        {summary(item, at)}
                      </span>
                    </span>
                    {isFaulty(at) && (
                      <span className="text-xs font-semibold text-danger">Periksa</span>
                    )}
                    <ChevronDown
                      aria-hidden
                      size={18}
                      className="shrink-0 text-muted transition-transform group-open:rotate-180"
                    />
                  </summary>
                  <div className="border-t border-line p-4">
                    {render(item, at)}
                    <div className="mt-5 flex flex-wrap justify-end gap-1 border-t border-line pt-3">
                      {([-1, 1] as const).map((step) => {
                        const off = at + step < 0 || at + step >= items.length;
                        return (
                          <Button
                            key={step}
                            look="quiet"
                            className="px-3!"
                            data-move={`${at} ${step}`}
                            disabled={off}
                            aria-label={`${step < 0 ? 'Naikkan' : 'Turunkan'} ${name}`}
                            onClick={() => move(at, step)}
                          >
                            {step < 0 ? (
                              <ArrowUp aria-hidden size={17} className="max-sm:hidden" />
                            ) : (
                              <ArrowDown aria-hidden size={17} className="max-sm:hidden" />
                            )}
                            {step < 0 ? 'Naikkan' : 'Turunkan'}
                          </Button>
                        );
                      })}
                      <Button
                        look="quiet"
                        className="px-3! text-danger! hover:bg-danger-soft!"
                        aria-label={`Hapus ${name}`}
                        onClick={() => remove(at)}
                      >
                        <Trash2 aria-hidden size={17} />
                        Hapus
                      </Button>
                    </div>
                  </div>
                </details>
              </li>
            );
          })}
        </ol>
      )}
      {items.length < MOST && (
        <div className="mt-3 flex flex-wrap gap-2">
          {adds.map(({ title, text, add: one }) => (
            <Button
              key={title}
              look="outline"
              name={path}
              data-add=""
              title={text}
              onClick={() => add(one)}
            >
              <Plus aria-hidden size={17} />
              {title}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
