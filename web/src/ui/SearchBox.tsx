import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { inputClass } from '@/ui/Field';
import { useChooseParam } from '@/ui/useChooseParam';
import { useDebounced } from '@/ui/useDebounced';

type Props = {
  label: string;
  /** The label in as many words as a phone shows. */
  short?: string;
  className?: string;
};

/** Searches in what the page shows; the words stand in the address, as `search`, once typing rests. */
export function SearchBox({ label, short = label, className = '' }: Props) {
  const kept = useSearchParams()[0].get('search') ?? '';
  const choose = useChooseParam<'search'>();
  const [typed, setTyped] = useState(kept);
  const settled = useDebounced(typed);
  const written = useRef(kept);

  useEffect(() => {
    if (settled === written.current) return;
    written.current = settled;
    choose('search', settled);
  }, [settled, choose]);

  // A link or the way back may have changed the address meanwhile.
  useEffect(() => {
    if (kept === written.current) return;
    written.current = kept;
    // oxlint-disable-next-line react/set-state-in-effect -- the address is the truth
    setTyped(kept);
  }, [kept]);

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
        onChange={(event) => setTyped(event.target.value)}
        className={`${inputClass(false)} pl-10`}
      />
    </div>
  );
}
