import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import type { Product, ProductDetail } from '@/api/schema';
import { number } from '@/format';
import { dialogPart } from '@/ui/part';

const QualityDialog = dialogPart(() => import('./QualityDialog'));

/** Table of the product's figures, and a button that shows the shop's promises. */
export function ProductFacts({ product }: { product: Product }) {
  const [asked, setAsked] = useState(false);
  const facts = [
    ['BV', `${number(product.bv)} BV`],
    ['Berat pengiriman', `${number(product.beratPengiriman)} gr`],
    // 0 means that the net content is not stated.
    ['Isi bersih', product.beratBersih > 0 ? `${number(product.beratBersih)} ml` : '-'],
    ['Minimum pemesanan', `${number(product.pemesananMin)} pcs`],
  ] as const;
  return (
    <section className="mt-6" aria-label="Informasi produk">
      <dl className="divide-y divide-line card px-4 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        onClick={() => setAsked(true)}
        className="mt-3 flex min-h-11 w-full items-center gap-3 rounded-2xl bg-brand-soft px-4 py-2.5 text-left text-sm font-semibold text-brand hover:underline"
      >
        <BadgeCheck aria-hidden size={20} /> 100% Produk Original
      </button>
      {asked && <QualityDialog onClose={() => setAsked(false)} />}
    </section>
  );
}

/** Texts on a product: description, composition, use and storage. */
export function ProductTexts({
  product,
  detail,
}: {
  product: Product;
  detail: ProductDetail | undefined;
}) {
  const texts = [
    ['Deskripsi', product.deskripsi],
    ['Komposisi', detail?.komposisi],
    ['Cara pakai', detail?.cara_pakai],
    ['Penyimpanan', detail?.penyimpanan],
  ] as const;
  return (
    <div className="grid content-start gap-6">
      {texts.map(
        ([title, text]) =>
          text && (
            <section key={title}>
              <h2 className="font-display text-xl font-semibold">{title}</h2>
              <p className="mt-2 leading-[1.75] whitespace-pre-line text-muted">{text}</p>
            </section>
          ),
      )}
    </div>
  );
}
