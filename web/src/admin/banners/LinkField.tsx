import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesQuery, productsQuery } from '@/api/catalog';
import { adminQuery } from '@/admin/ui/adminQuery';
import { voucherPath } from '@/components/voucherTexts';
import { fold } from '@/fold';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { Combobox } from '@/ui/Combobox';
import { Field, TextField } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

type Target = { kind: string; name: string; path: string };

/** Maximum number of targets offered at once. */
const OFFERED = 12;

const pages = (): Target[] =>
  [
    ['Semua Produk', paths.allProducts()],
    ['Paling Laris', paths.bestSellers()],
    ['Voucher', paths.vouchers()],
    ['Register', paths.register()],
    ...Object.entries(shop.pages).map(([slug, title]) => [title, `/${slug}`]),
  ].map(([name = '', path = '']) => ({ kind: 'Halaman', name, path }));

type Props = { link: string; error: string | undefined; onLink: (path: string) => void };

/** Field for a link to a page of the shop: the page is chosen by name, or its address is typed. */
export function LinkField({ link, error, onLink }: Props) {
  const [text, setText] = useState('');
  const keyword = useDebounced(fold(text));
  const enabled = keyword !== '';
  const products = useQuery({ ...productsQuery, enabled });
  const categories = useQuery({ ...categoriesQuery, enabled });
  const vouchers = useQuery({
    ...adminQuery('/api/admin/vouchers', { limit: 50, search: keyword }),
    enabled,
  });
  const loading = products.isLoading || categories.isLoading || vouchers.isLoading;
  const targets: Target[] = [
    ...pages(),
    ...(categories.data ?? []).map(({ name }) => ({
      kind: 'Kategori',
      name,
      path: paths.category(name),
    })),
    ...(vouchers.data?.vouchers ?? [])
      .filter(({ chosen_members }) => !chosen_members)
      .map((voucher) => ({
        kind: 'Voucher',
        name: `${voucher.code} · ${voucher.title}`,
        path: voucherPath(voucher),
      })),
    ...(products.data ?? []).map((product) => ({
      kind: 'Produk',
      name: product.name,
      path: paths.product(product),
    })),
  ];
  const found = targets.filter(({ name }) => fold(name).includes(keyword));

  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label="Tautan"
        name="link"
        value={link}
        error={error}
        maxLength={500}
        placeholder="/voucher"
        onChange={(event) => onLink(event.target.value)}
        hint="Alamat di toko ini, dimulai dengan garis miring. Kosongkan bila tidak menuju ke mana pun."
      />
      <Field label="Cari tujuan" hint="Produk, kategori, voucher, atau halaman.">
        {(wiring) => (
          <Combobox
            {...wiring}
            aria-label="Cari tujuan"
            value={text}
            onChange={(event) => setText(event.target.value)}
            ready={enabled}
            options={found.slice(0, OFFERED)}
            keyOf={({ path }) => path}
            render={({ kind, name }) => (
              <span className="min-w-0 wrap-anywhere">
                <span className="text-muted">{kind} · </span>
                {name}
              </span>
            )}
            onPick={({ path }) => {
              onLink(path);
              setText('');
            }}
            note={loading ? 'Mencari...' : 'Tidak ada yang cocok.'}
          />
        )}
      </Field>
    </div>
  );
}
