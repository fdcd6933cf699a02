import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { publicQuery } from '@/api/calls';
import type { PageText } from '@/api/schema';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { BackLink } from '@/ui/BackLink';
import { Loading } from '@/ui/Loading';
import { Markdown } from '@/ui/Markdown';
import { Problem } from '@/ui/Problem';
import { useHydrated } from '@/ui/useHydrated';
import { useTitle } from '@/ui/useTitle';

/** Query of the texts that are built into the app. */
const builtIn = {
  queryKey: ['texts'],
  queryFn: async (): Promise<PageText[]> => (await import('./pages.json')).default,
  staleTime: Infinity,
};

/**
 * Information page, chosen by its address: as written by the shop, or the built-in text if the
 * server cannot return it.
 */
function StaticPage() {
  const slug = useLocation().pathname.replaceAll('/', '').toLowerCase();
  const written = useQuery({ ...publicQuery('/api/pages/{slug}', { slug }), retry: false });
  const other = useQuery({ ...builtIn, enabled: written.isError && shop.built_in_words });
  const hydrated = useHydrated();
  const page = written.data ?? other.data?.find((each) => each.slug === slug);
  useTitle(page?.title);
  if (!page)
    return other.isError || (written.isError && !shop.built_in_words) ? (
      <div className="page py-10">
        <h1 className="sr-only">Informasi</h1>
        <Problem text="Gagal memuat halaman." onRetry={() => void written.refetch()} />
      </div>
    ) : (
      <Loading page />
    );
  return (
    <article className="page max-w-3xl py-8 sm:py-12">
      <div className="flex items-center gap-2">
        <BackLink to={paths.home()} label="Kembali ke Home" />
        <h1 className="font-display text-3xl font-semibold sm:text-4xl">{page.title}</h1>
      </div>
      <div className="mt-6">
        <Markdown text={hydrated ? page.body : ''} />
      </div>
    </article>
  );
}

export { StaticPage as Component };
