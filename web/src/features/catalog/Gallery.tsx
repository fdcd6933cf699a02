import { useEffect, useEffectEvent, useState } from 'react';
import type { Product, ProductDetail } from '@/api/schema';
import { BvBadge } from '@/components/BvBadge';
import { dialogPart } from '@/ui/part';
import { Picture } from '@/ui/Picture';
import { useSlides } from '@/ui/useSlides';
import { PhotoArrows } from './PhotoArrows';

const ZoomDialog = dialogPart(() => import('./ZoomDialog'));

/** The pictures of a product: swiped, stepped through, chosen by thumbnail, or opened large. */
export function Gallery({
  product,
  detail,
  shown,
}: {
  product: Product;
  detail: ProductDetail | undefined;
  /** Picture of the chosen variant. */
  shown: string | undefined;
}) {
  const pictures = [
    ...new Set([
      product.picture,
      ...(detail ? [...detail.images, ...detail.augmented] : []).map(({ picture }) => picture),
    ]),
  ];
  const { index, show, row } = useSlides<HTMLDivElement>();
  const [zoomed, setZoomed] = useState(false);
  const goTo = useEffectEvent((picture: string) => {
    const wanted = pictures.indexOf(picture);
    if (wanted >= 0 && wanted !== index) show(wanted);
  });
  useEffect(() => {
    if (shown !== undefined) goTo(shown);
  }, [shown]);

  return (
    <section aria-roledescription="carousel" aria-label={`Foto ${product.name}`}>
      <div className="group relative">
        <div {...row} className="slides rounded-3xl border border-line [--gap:0px] [--slides:1]">
          {pictures.map((picture, place) => (
            <button
              key={picture}
              type="button"
              aria-label={`Perbesar foto ${place + 1} dari ${pictures.length}`}
              tabIndex={place === index ? 0 : -1}
              onClick={() => setZoomed(true)}
              className="slide cursor-zoom-in -outline-offset-4"
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
        <BvBadge bv={product.bv} className="absolute top-4 left-4 px-3.5 py-1 text-sm" />
        {pictures.length > 1 && <PhotoArrows index={index} count={pictures.length} onShow={show} />}
      </div>
      {/* Reserves the space of the thumbnails, so that the content below does not move when they arrive. */}
      {!detail && <div className="mt-3 h-18" />}
      {pictures.length > 1 && (
        <ul className="mt-3 flex gap-2 overflow-x-auto p-1">
          {pictures.map((picture, place) => (
            <li key={picture} className="shrink-0">
              <button
                type="button"
                aria-label={`Foto ${place + 1}`}
                aria-current={place === index}
                onClick={() => show(place)}
                className="block size-16 overflow-hidden rounded-xl border-2 border-transparent opacity-70 hover:opacity-100 aria-[current=true]:border-brand aria-[current=true]:opacity-100"
              >
                <Picture picture={picture} alt="" sizes={60} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && (
        <ZoomDialog
          title={product.name}
          pictures={pictures}
          start={index}
          onClose={(place = index) => {
            setZoomed(false);
            show(place);
          }}
        />
      )}
    </section>
  );
}
