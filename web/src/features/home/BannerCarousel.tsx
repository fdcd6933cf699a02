import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bannersQuery } from '@/api/content';
import type { Banner } from '@/api/schema';
import { Arrows } from '@/ui/Arrows';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { useHydrated } from '@/ui/useHydrated';
import { scrollBehavior, useSlides } from '@/ui/useSlides';

/** Time that a banner is shown before the next one, in milliseconds. */
const DELAY = 3000;

/** The banners: they advance automatically up to the last one, and can be swiped or chosen. */
export function BannerCarousel() {
  const { data, isError, refetch } = useQuery(bannersQuery);
  if (isError && !data)
    return <Problem text="Gagal memuat banners" onRetry={() => void refetch()} />;
  if (!data)
    return (
      // Reserves room for the controls below.
      <div className="pb-9">
        <Skeleton className="aspect-[1560/531] w-full rounded-3xl" />
      </div>
    );
  if (data.length === 0) return null;
  return <Banners banners={data} />;
}

function Banners({ banners }: { banners: Banner[] }) {
  const { index, show, row } = useSlides<HTMLUListElement>();
  const [choice, setPlaying] = useState<boolean>();
  // The server does not know who prefers reduced motion: its HTML is hydrated first.
  const still = useHydrated() && scrollBehavior() === 'auto';
  const playing = choice ?? !still;
  const last = banners.length - 1;
  // A picture is fetched once it is the next one to be shown.
  const [reached, setReached] = useState(1);
  if (index + 1 > reached) setReached(index + 1);

  // Moving the banners manually only restarts the timer.
  useEffect(() => {
    if (!playing || index >= last) return;
    const timer = setTimeout(() => show(index + 1), DELAY);
    return () => clearTimeout(timer);
  }, [playing, index, last, show]);

  return (
    <section aria-roledescription="carousel" aria-label="Promosi" className="group relative">
      <ul {...row} className="slides rounded-3xl [--gap:0px] [--slides:1]">
        {banners.map((banner, place) => (
          <li
            key={banner.id}
            aria-roledescription="slide"
            aria-label={`${place + 1} dari ${banners.length}`}
            className="slide"
          >
            {place <= reached && (
              <Slide banner={banner} first={place === 0} shown={place === index} />
            )}
          </li>
        ))}
      </ul>
      {last > 0 && (
        <>
          <Arrows
            previous="Promosi sebelumnya"
            next="Promosi berikutnya"
            start={index === 0}
            end={index === last}
            onStep={(direction) => show(index + direction)}
            className={arrow}
          />
          <div className="mt-1 flex items-center justify-center">
            {banners.map((banner, place) => (
              <button
                key={banner.id}
                type="button"
                aria-label={`Tampilkan promosi ${place + 1}`}
                aria-current={place === index}
                onClick={() => show(place)}
                className="group/dot grid h-8 w-6 place-items-center"
              >
                <span className="h-1.5 w-1.5 rounded-full bg-edge/50 transition-all group-aria-[current=true]/dot:w-4 group-aria-[current=true]/dot:bg-brand" />
              </button>
            ))}
            <button
              type="button"
              aria-label={playing ? 'Hentikan putar otomatis' : 'Putar otomatis'}
              onClick={() => setPlaying(!playing)}
              className="grid size-8 place-items-center rounded-full text-muted hover:text-brand"
            >
              {playing ? <Pause aria-hidden size={14} /> : <Play aria-hidden size={14} />}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/**
 * Classes of the arrows: vertically centred on the picture, without the space of the controls
 * below.
 */
const arrow =
  'top-[calc(50%-1rem)] [--inset:--spacing(3)] opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100';

type SlideProps = { banner: Banner; first: boolean; shown: boolean };

function Slide({ banner: { picture, alt, link }, first, shown }: SlideProps) {
  const image = (
    <Picture
      picture={picture}
      alt={alt}
      sizes="(min-width: 72rem) 69rem, 100vw"
      widths={[400, 800, 1200]}
      ratio={1560 / 531}
      first={first}
    />
  );
  if (!link) return image;
  return (
    <Link to={link} tabIndex={shown ? 0 : -1} className="block rounded-3xl -outline-offset-4">
      {image}
    </Link>
  );
}
