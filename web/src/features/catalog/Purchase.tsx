import { useState } from 'react';
import type { Product, ProductDetail } from '@/api/schema';
import { number, rupiah } from '@/format';
import { shop } from '@/shop';
import { Skeleton } from '@/ui/Skeleton';
import { Stars } from '@/ui/Stars';
import { Stepper } from '@/ui/Stepper';
import { useHydrated } from '@/ui/useHydrated';
import { leastOf } from '@/components/minimum';
import { StruckPrice } from '@/components/StruckPrice';
import { WishlistHeart } from '@/components/WishlistHeart';
import { BuyBar } from './BuyBar';
import { PriceNote } from './PriceNote';
import { ShareButtons } from './ShareButtons';

/** Name, price and the buyer's choices: variant and quantity. */
export function Purchase({
  product,
  detail,
  failed,
  variant,
  onChoose,
}: {
  /** The product, with the figures of the chosen variant. */
  product: Product;
  detail: ProductDetail | undefined;
  /** Whether the detail could not be fetched. */
  failed: boolean;
  /** Name of the chosen variant. */
  variant: string | null;
  onChoose: (variant: string) => void;
}) {
  const least = Math.max(1, product.pemesananMin);
  const [quantity, setQuantity] = useState(least);
  // The previous page may not have passed on the stock.
  const stock = product.stock as number | undefined;
  const isFrom = detail?.variants.some(({ harga }) => harga > product.harga);
  // The page drawn before the app runs is the same for every shop.
  const taxed = useHydrated() && shop.taxable;

  return (
    <>
      {/* On the smallest screens the buttons are below: next to them a long word would break. */}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-48 font-display text-2xl leading-tight font-semibold sm:text-4xl">
          {product.name}
        </h1>
        <div className="flex shrink-0 gap-2">
          {/* Reserves the space, so that the name does not move when the heart arrives. */}
          <span className="size-11">
            <WishlistHeart productId={product.id} />
          </span>
          <ShareButtons
            title={product.name}
            text={`${product.name}, ${rupiah(product.harga)} di ${shop.name}`}
          />
        </div>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Stars rating={product.average_rating ?? 0} size={16} />
        <span>{number(product.average_rating ?? 0)}</span>
        <span aria-hidden>·</span>
        <span>Terjual {number(product.terjual ?? 0)}</span>
      </p>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-1.5">
        <StruckPrice price={product} />
        {variant === null && isFrom && <span className="text-muted">mulai</span>}
        <span className="text-3xl font-semibold tabular-nums">{rupiah(product.harga)}</span>
        <span className="text-muted">/ pcs</span>
        {taxed && <span className="text-sm text-muted">termasuk PPN</span>}
      </p>
      <PriceNote product={product} />
      {!failed && (
        <VariantChips
          expected={product.has_variants}
          detail={detail}
          chosen={variant}
          onChoose={onChoose}
        />
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Stepper
          label="Jumlah"
          value={quantity}
          canDecrease={quantity > leastOf(product)}
          canIncrease={stock === undefined || quantity < stock}
          onStep={(step) => setQuantity(quantity + step)}
        />
        {stock !== undefined && (
          <p className={`text-sm ${stock > 0 ? 'text-muted' : 'font-semibold text-danger'}`}>
            {stock > 0 ? `Stok: ${number(stock)}` : 'Stok Kosong!'}
          </p>
        )}
      </div>
      <BuyBar product={product} quantity={quantity} variant={variant} />
    </>
  );
}

type ChipsProps = {
  /** Whether the detail will contain variants: space for their chips is reserved. */
  expected: boolean;
  detail: ProductDetail | undefined;
  chosen: string | null;
  onChoose: (variant: string) => void;
};

function VariantChips({ expected, detail, chosen, onChoose }: ChipsProps) {
  if (!detail)
    return expected ? (
      // As high as the row with its legend.
      <div className="mt-5 h-18 pt-7">
        <Skeleton className="h-11 w-48 rounded-full" />
      </div>
    ) : null;
  if (detail.variants.length === 0) return null;
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 text-sm font-medium">Varian</legend>
      <div className="flex flex-wrap gap-2">
        {detail.variants.map(({ id, variant_name, stock }) => (
          <label
            key={id}
            className="inline-flex min-h-11 items-center rounded-full border border-edge bg-surface px-5 text-sm has-checked:border-brand has-checked:bg-brand-soft has-checked:font-semibold has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="variant"
              value={variant_name}
              checked={chosen === variant_name}
              onChange={() => onChoose(variant_name)}
              className="sr-only"
            />
            {detail.stock_by_variant && stock === 0 ? (
              <span className="text-muted">
                <s>{variant_name}</s> (habis)
              </span>
            ) : (
              variant_name
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
