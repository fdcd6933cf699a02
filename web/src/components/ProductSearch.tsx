import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { matching, productsQuery } from '@/api/catalog';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { VoiceButton } from '@/components/VoiceButton';
import { Picture } from '@/ui/Picture';
import { SearchForm } from '@/ui/SearchForm';
import { useDebounced } from '@/ui/useDebounced';

/** Search box: suggestions while typing, the list of all matches on Enter, or a search by voice. */
export function ProductSearch({ initial = '' }: { initial?: string }) {
  const products = useQuery(productsQuery);
  const [text, setText] = useState(initial);
  const keyword = useDebounced(text.trim());
  const navigate = useNavigate();
  const [listening, setListening] = useState(false);
  const loading = products.data === undefined;

  return (
    <SearchForm
      aria-label="Cari produk"
      action={paths.allProducts()}
      placeholder="Cari produk"
      text={listening ? 'Mendengarkan...' : text}
      onText={setText}
      onSearch={(term) => {
        if (term && !listening) void navigate(paths.allProducts({ keyword: term }));
      }}
      disabled={loading}
      readOnly={listening}
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
    >
      <VoiceButton
        disabled={loading}
        listening={listening}
        onListening={setListening}
        onHeard={setText}
      />
    </SearchForm>
  );
}
