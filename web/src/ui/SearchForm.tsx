import { Search } from 'lucide-react';
import { useEffect, useRef, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { Combobox } from '@/ui/Combobox';

type Props<T> = Omit<ComponentProps<typeof Combobox<T>>, 'value' | 'onChange' | 'children'> & {
  text: string;
  onText: (text: string) => void;
  onSearch: (term: string) => void;
  /**
   * Address of the list that is searched: before the app runs, the browser goes there with the
   * words.
   */
  action: string;
  /** Another way to search, between the words and the button. */
  children?: ReactNode;
};

/** Search with suggestions while typing; Enter or its button searches for the words as typed. */
export function SearchForm<T>({ text, onText, onSearch, action, children, ...box }: Props<T>) {
  const form = useRef<HTMLFormElement>(null);
  // The visitor may have typed before the app ran.
  useEffect(() => {
    const typed = form.current?.querySelector('input')?.value;
    if (typed) onText(typed);
  }, [onText]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form
      ref={form}
      role="search"
      action={action}
      onSubmit={submit}
      className="relative flex w-full"
    >
      <Search
        aria-hidden
        size={19}
        className="pointer-events-none absolute top-1/2 left-4 z-10 -translate-y-1/2 text-muted"
      />
      <Combobox
        {...(box as ComponentProps<typeof Combobox<T>>)}
        value={text}
        onChange={(event) => onText(event.target.value)}
        name="keyword"
        enterKeyHint="search"
        className={`h-13 w-full rounded-full border border-edge bg-surface pl-11 text-base placeholder:text-muted disabled:opacity-60 ${children ? 'pr-32' : 'pr-22'}`}
      />
      {children}
      <button
        type="submit"
        disabled={box.disabled}
        className="absolute inset-y-1 right-1 rounded-full bg-brand px-5 text-sm font-semibold text-on-brand hover:bg-brand-strong disabled:opacity-60"
      >
        Cari
      </button>
    </form>
  );
}
