import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

type Props<T> = {
  options: T[];
  keyOf: (option: T) => string | number;
  render: (option: T) => ReactNode;
  onPick: (option: T) => void;
  /** Content shown instead of the list when there are no options. */
  note?: ReactNode;
  /** Whether the options or the note can be shown, such as once a keyword is typed. */
  ready: boolean;
} & Omit<ComponentProps<'input'>, 'onSelect'>;

/** Text input with a list of suggestions, used by pointer or by arrow keys, Enter and Escape. */
export function Combobox<T>({ options, keyOf, render, onPick, note, ready, ...input }: Props<T>) {
  const listId = useId();
  // An array holds the options as they were when one was pressed or became active: a later answer
  // would remove them, and Enter would send the form.
  const [open, setOpen] = useState<boolean | T[]>(false);
  const [active, setActive] = useState(-1);
  const offered = typeof open === 'object' ? open : options;
  const shown = open !== false && ready;
  const activeId = shown && active >= 0 ? `${listId}-${active}` : undefined;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const box = useRef<HTMLInputElement>(null);
  // The visitor may have focused the input before the app ran.
  useEffect(() => setOpen(box.current === document.activeElement), []);

  const pick = (option: T) => {
    onPick(option);
    setOpen(false);
    setActive(-1);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = offered[active];
    if (step && offered.length > 0) {
      event.preventDefault();
      setOpen(offered);
      setActive(
        (active + step + offered.length + (active < 0 && step < 0 ? 1 : 0)) % offered.length,
      );
    } else if (event.key === 'Enter' && shown && option !== undefined) {
      event.preventDefault();
      pick(option);
    } else if (event.key === 'Escape' && shown) {
      // A dialog around it must stay open.
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  };

  return (
    <div className="relative w-full">
      <input
        ref={box}
        {...input}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={activeId}
        onChange={(event) => {
          setOpen(true);
          setActive(-1);
          input.onChange?.(event);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        hidden={!shown}
        className="absolute inset-x-0 top-full z-25 mt-2 max-h-80 overflow-y-auto card p-1.5 shadow-xl"
      >
        <div
          id={listId}
          role="listbox"
          aria-label={input['aria-label'] ?? 'Saran'}
          onPointerDown={() => setOpen(offered)}
          onPointerCancel={() => setOpen(active < 0 || offered)}
        >
          {(shown ? offered : []).map((option, index) => (
            <button
              type="button"
              key={keyOf(option)}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // Prevents the input from losing the focus, which would close the list under the
              // pointer.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
              tabIndex={-1}
              className={`flex min-h-11 w-full cursor-pointer items-center rounded-xl px-3 py-1.5 text-left text-sm hover:bg-brand-soft ${index === active ? 'bg-brand-soft' : ''}`}
            >
              {render(option)}
            </button>
          ))}
        </div>
        {(!shown || offered.length === 0) && (
          <p role="status" className="px-3 py-2.5 text-sm text-muted">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
