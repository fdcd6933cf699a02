import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { categoriesQuery } from '@/api/catalog';
import { pictureUrl } from '@/api/pictures';
import { paths } from '@/paths';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';

const tile =
  'w-24 shrink-0 snap-start sm:w-28 lg:w-auto lg:flex-1 flex flex-col items-center gap-2.5 text-center text-xs font-medium sm:text-sm';

/** The categories in a row that scrolls sideways where it does not fit. */
export function CategoryRow() {
  const { data, isError, refetch } = useQuery(categoriesQuery);
  if (isError && !data)
    return <Problem text="Gagal memuat categories" onRetry={() => void refetch()} />;
  return (
    <ul
      aria-label="Kategori"
      aria-busy={!data}
      className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:gap-5 sm:px-6 lg:overflow-visible"
    >
      {data
        ? data.map(({ id, name, picture }) => (
            <li key={id} className={tile}>
              <Link to={paths.category(name)} className="group flex w-full flex-col gap-2.5">
                <img
                  src={pictureUrl(picture)}
                  alt=""
                  width={256}
                  height={256}
                  className="aspect-square w-full rounded-3xl border border-line bg-sunken object-cover transition-colors group-hover:border-brand"
                />
                <span className="group-hover:text-brand">{name}</span>
              </Link>
            </li>
          ))
        : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <li key={key} className={tile}>
              <Skeleton className="aspect-square w-full rounded-3xl" />
              <Skeleton className="h-4 w-3/4" />
            </li>
          ))}
    </ul>
  );
}
