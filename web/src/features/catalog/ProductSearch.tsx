import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { productsQuery } from '@/api/catalog';
import { pictureUrl } from '@/api/pictures';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { Combobox } from '@/ui/Combobox';
import { useDebounced } from '@/ui/useDebounced';
import { matching } from './listing';

/** The search box: suggestions while typing, the list of all matches on Enter. */
export function ProductSearch({ initial = '' }: { initial?: string }) {
  const products = useQuery(productsQuery);
  const [text, setText] = useState(initial);
  const keyword = useDebounced(text.trim());
  const navigate = useNavigate();
  const loading = products.data === undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const term = text.trim();
    if (term) void navigate(paths.allProducts({ keyword: term }));
  };

  return (
    <form role="search" onSubmit={submit} className="relative flex w-full">
      <Search
        aria-hidden
        size={19}
        className="pointer-events-none absolute top-1/2 left-4 z-10 -translate-y-1/2 text-muted"
      />
      <Combobox
        aria-label="Cari produk"
        placeholder="Cari produk"
        value={text}
        onChange={(event) => setText(event.target.value)}
        disabled={loading}
        enterKeyHint="search"
        className="h-13 w-full rounded-full border border-edge bg-surface pr-24 pl-11 text-base placeholder:text-muted disabled:opacity-60"
        ready={keyword !== '' && text.trim() !== ''}
        options={keyword ? matching(products.data ?? [], keyword).slice(0, 8) : []}
        keyOf={(product) => product.id}
        render={(product) => (
          <span className="flex w-full items-center gap-3">
            <img
              src={pictureUrl(product.picture)}
              alt=""
              width={40}
              height={40}
              className="size-10 shrink-0 rounded-lg bg-sunken object-cover"
            />
            <span className="min-w-0 flex-1 truncate">{product.name}</span>
            <span className="shrink-0 text-muted tabular-nums">{rupiah(product.harga)}</span>
          </span>
        )}
        onPick={(product) => {
          setText('');
          void navigate(paths.product(product), { state: product });
        }}
        note="Produk tidak ditemukan."
      />
      <button
        type="submit"
        disabled={loading}
        className="absolute inset-y-1 right-1 rounded-full bg-brand px-5 text-sm font-semibold text-on-brand hover:bg-brand-strong disabled:opacity-60"
      >
        Cari
      </button>
    </form>
  );
}
