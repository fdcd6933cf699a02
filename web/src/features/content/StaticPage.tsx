import { useLocation } from 'react-router-dom';
import { Markdown } from './Markdown';
import pages from './pages.json';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { useTitle } from '@/ui/useTitle';

/** An information page, chosen by its address. */
function StaticPage() {
  const slug = useLocation().pathname.replaceAll('/', '').toLowerCase();
  const page = pages.find((each) => each.slug === slug);
  useTitle(page?.title ?? '');
  if (!page) return null;
  return (
    <article className="page max-w-3xl py-8 sm:py-12">
      <div className="flex items-center gap-2">
        <BackLink to={paths.home()} label="Kembali ke Home" />
        <h1 className="font-display text-3xl font-semibold sm:text-4xl">{page.title}</h1>
      </div>
      <div className="mt-6">
        <Markdown text={page.body} />
      </div>
    </article>
  );
}

export { StaticPage as Component };
