import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { matching, productsQuery } from '@/api/catalog';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { Combobox } from '@/ui/Combobox';
import { Picture } from '@/ui/Picture';
import { useDebounced } from '@/ui/useDebounced';

const VoiceButton = lazy(() => import('@/parts/VoiceButton'));

/** The search box: suggestions while typing, the list of all matches on Enter, or a search by voice. */
export function ProductSearch({ initial = '' }: { initial?: string }) {
  const products = useQuery(productsQuery);
  const [text, setText] = useState(initial);
  const keyword = useDebounced(text.trim());
  const navigate = useNavigate();
  const [listening, setListening] = useState(false);
  const loading = products.data === undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const term = text.trim();
    if (term && !listening) void navigate(paths.allProducts({ keyword: term }));
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
        value={listening ? 'Mendengarkan...' : text}
        onChange={(event) => setText(event.target.value)}
        disabled={loading}
        readOnly={listening}
        enterKeyHint="search"
        className="h-13 w-full rounded-full border border-edge bg-surface pr-32 pl-11 text-base placeholder:text-muted disabled:opacity-60"
        ready={!listening && keyword !== '' && text.trim() !== ''}
        options={keyword ? matching(products.data ?? [], keyword).slice(0, 8) : []}
        keyOf={(product) => product.id}
        render={(product) => (
          <span className="flex w-full items-center gap-3">
            <span className="w-10 shrink-0">
              <Picture picture={product.picture} alt="" sizes={40} className="rounded-lg" />
            </span>
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
      <Suspense fallback={null}>
        <VoiceButton
          disabled={loading}
          listening={listening}
          onListening={setListening}
          onHeard={setText}
        />
      </Suspense>
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
