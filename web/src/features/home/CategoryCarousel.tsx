import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/api/catalog';
import { paths } from '@/paths';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { SlideRow } from '@/ui/SlideRow';

/**
 * CSS classes that set the number of categories side by side and the gap between them, by the width of the screen.
 */
const fit =
  '[--gap:10px] [--slides:1] min-[320px]:[--slides:2.3] sm:[--gap:20px] sm:[--slides:4.3] lg:[--gap:30px] lg:[--slides:5.3]';

/**
 * Classes of a category's name: on a phone, all names reserve the two lines that a long one needs.
 */
const nameClass = 'block min-h-15 py-2.5 sm:min-h-10';

/** The categories as slides. */
export function CategoryCarousel() {
  const { data, isError, refetch } = useQuery(categoriesQuery);
  if (isError && !data)
    return <Problem text="Gagal memuat categories" onRetry={() => void refetch()} />;
  return (
    <SlideRow label="Kategori" busy={!data} className={fit}>
      {data
        ? data.map(({ id, name, picture }) => (
            <li key={id} className="slide">
              <Link
                to={paths.category(name)}
                className="group block rounded-3xl text-center -outline-offset-2"
              >
                <Picture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 40rem) 12rem, 40vw"
                  widths={[128, 256]}
                  className="rounded-3xl border border-line transition-colors group-hover:border-brand"
                />
                <span className={`px-1 text-sm font-medium group-hover:text-brand ${nameClass}`}>
                  {name}
                </span>
              </Link>
            </li>
          ))
        : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <li key={key} className="slide">
              <Skeleton className="aspect-square w-full rounded-3xl" />
              <div className={nameClass}>
                <Skeleton className="mx-auto h-5 w-3/4" />
              </div>
            </li>
          ))}
    </SlideRow>
  );
}
