import { LifeBuoy } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigationType, useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Markdown } from '@/ui/Markdown';
import { manual, type Block } from './manual';

/** Size of the pictures in pixels, as `e2e/manual.spec.ts` takes them. */
const PICTURE = { width: 1600, height: 1280 };

const back = { to: adminPaths.manual(), label: 'Kembali ke daftar panduan' };

/** Shows the task that the address names. Going back restores the earlier position instead. */
function useTask() {
  const { hash, key } = useLocation();
  const way = useNavigationType();
  useEffect(() => {
    if (!hash || (way === 'POP' && key !== 'default')) return;
    const task = document.getElementById(hash.slice(1));
    task?.scrollIntoView();
    task?.focus({ preventScroll: true });
  }, [hash, key, way]);
}

/** A page of the manual. */
function ManualPage() {
  const { slug } = useParams();
  useTask();
  const place = manual.findIndex((each) => each.slug === slug);
  const page = manual[place];
  if (!page) return <NoPage />;
  const next = manual[place + 1];
  return (
    <Screen title={page.title} back={back}>
      <article className="max-w-3xl">
        <Markdown text={page.about} />
        <nav aria-label="Di halaman ini" className="card p-5">
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {page.tasks.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  className="flex min-h-11 items-center xl:min-h-9 text-sm text-brand hover:underline"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {page.tasks.map(({ id, title, blocks }) => (
          <section key={id}>
            <h2
              id={id}
              tabIndex={-1}
              className="mt-10 mb-3 scroll-mt-20 font-display text-xl font-semibold outline-none"
            >
              {title}
            </h2>
            {blocks.map((block) => (
              <BlockOf key={'text' in block ? block.text : block.picture} block={block} />
            ))}
          </section>
        ))}
        {next && (
          <p className="mt-10 border-t border-line pt-5 text-sm">
            Berikutnya:{' '}
            <Link to={adminPaths.manual(next.slug)} className="text-brand underline">
              {next.title}
            </Link>
          </p>
        )}
      </article>
    </Screen>
  );
}

function BlockOf({ block }: { block: Block }) {
  if ('text' in block) return <Markdown text={block.text} />;
  return (
    <a href={block.picture} target="_blank" rel="noopener" className="my-5 block">
      <img
        src={block.picture}
        alt={block.alt}
        {...PICTURE}
        loading="lazy"
        className="h-auto w-full rounded-xl border border-line"
      />
    </a>
  );
}

function NoPage() {
  return (
    <Screen title="Panduan" back={back}>
      <Empty icon={LifeBuoy} title="Halaman panduan ini tidak ada">
        <Link to={adminPaths.manual()} className={buttonClass()}>
          Lihat semua panduan
        </Link>
      </Empty>
    </Screen>
  );
}

export { ManualPage as Component };
