import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Product, ProductDetail } from '@/api/schema';
import { BvBadge } from '@/parts/BvBadge';
import { Picture } from '@/ui/Picture';

const ZoomDialog = lazy(() => import('./ZoomDialog'));

/** Whether the page has been drawn: what measures it before that holds it up. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}

/** The pictures of a product: swiped, stepped through, chosen by thumbnail, or opened large. */
export function Gallery({
  product,
  detail,
}: {
  product: Product;
  detail: ProductDetail | undefined;
}) {
  const pictures = [
    ...new Set([
      product.picture,
      ...(detail ? [...detail.images, ...detail.augmented] : []).map(({ picture }) => picture),
    ]),
  ];
  const [frame, carousel] = useEmblaCarousel();
  const drawn = useDrawn();
  const [index, setIndex] = useState(0);
  const [zoomed, setZoomed] = useState(false);

  useEffect(() => {
    if (!carousel) return;
    const follow = () => setIndex(carousel.selectedScrollSnap());
    carousel.on('select', follow);
    return () => {
      carousel.off('select', follow);
    };
  }, [carousel]);

  return (
    <section aria-roledescription="carousel" aria-label={`Foto ${product.name}`}>
      <div className="group relative">
        <div ref={drawn ? frame : null} className="overflow-hidden rounded-3xl border border-line">
          <div className="flex">
            {pictures.map((picture, place) => (
              <button
                key={picture}
                type="button"
                aria-label={`Perbesar foto ${place + 1} dari ${pictures.length}`}
                tabIndex={place === index ? 0 : -1}
                onClick={() => setZoomed(true)}
                className="min-w-0 flex-[0_0_100%] cursor-zoom-in -outline-offset-4"
              >
                <Picture
                  picture={picture}
                  alt={product.name}
                  sizes="(min-width: 48rem) 50vw, 100vw"
                  widths={[800]}
                  first={place === 0}
                />
              </button>
            ))}
          </div>
        </div>
        <BvBadge bv={product.bv} className="absolute top-4 left-4 px-3.5 py-1 text-sm" />
        {pictures.length > 1 && (
          <>
            <Arrow
              label="Foto sebelumnya"
              side="left-3"
              disabled={index === 0}
              onClick={() => carousel?.scrollPrev()}
            />
            <Arrow
              label="Foto berikutnya"
              side="right-3"
              disabled={index === pictures.length - 1}
              onClick={() => carousel?.scrollNext()}
            />
          </>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="mt-3 flex gap-2 overflow-x-auto p-1">
          {pictures.map((picture, place) => (
            <li key={picture} className="shrink-0">
              <button
                type="button"
                aria-label={`Foto ${place + 1}`}
                aria-current={place === index}
                onClick={() => carousel?.scrollTo(place)}
                className="block size-16 overflow-hidden rounded-xl border-2 border-transparent opacity-70 hover:opacity-100 aria-[current=true]:border-brand aria-[current=true]:opacity-100"
              >
                <Picture picture={picture} alt="" sizes={60} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && (
        <Suspense fallback={null}>
          <ZoomDialog
            title={product.name}
            picture={pictures[index] ?? product.picture}
            onClose={() => setZoomed(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

type ArrowProps = { label: string; side: string; disabled: boolean; onClick: () => void };

function Arrow({ label, side, disabled, onClick }: ArrowProps) {
  const Icon = side.startsWith('left') ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className={`absolute top-1/2 ${side} hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-surface/90 text-ink shadow disabled:opacity-0 sm:grid`}
    >
      <Icon size={20} />
    </button>
  );
}
