import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { inputClass } from '@/ui/Field';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';

/** Pause in typing after which the search starts, in milliseconds. */
const REST = 300;

type Props = {
  label: string;
  /** Label short enough for a phone. */
  short?: string;
  className?: string;
};

/**
 * Searches in the content of the page; after a pause in typing the words are put into the address,
 * as `search`.
 */
export function SearchBox({ label, short = label, className = '' }: Props) {
  const kept = useAddressParams().get('search') ?? '';
  const choose = useChooseParam<'search'>();
  const [typed, setTyped] = useState(kept);
  const written = useRef(kept);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();
  // A change of another filter must not overwrite the text being typed.
  const isMove = useNavigationType() !== 'REPLACE';

  // A link, the way back, or clearing the search replaces the typed text, whether searched for or
  // not.
  useEffect(() => {
    if (kept === written.current && !isMove) return;
    clearTimeout(timer.current);
    written.current = kept;
    // oxlint-disable-next-line react/set-state-in-effect -- the address is the truth
    setTyped(kept);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every move counts, also to the same words
  }, [key, kept, isMove]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    const { pathname } = window.location;
    timer.current = setTimeout(() => {
      // The page being left is still shown while the next one is loading.
      if (text === written.current || pathname !== window.location.pathname) return;
      written.current = text;
      choose('search', text);
    }, REST);
  };

  return (
    <div className={`relative ${className}`}>
      <Search
        aria-hidden
        size={17}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={short}
        maxLength={100}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className={`${inputClass(false)} pl-10`}
      />
    </div>
  );
}
