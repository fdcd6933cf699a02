import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { publicQuery } from '@/api/calls';
import type { Agreement, AgreementVersion } from '@/api/schema';
import { date } from '@/dates';
import { sentence } from '@/errors';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Markdown } from '@/ui/Markdown';
import { Problem } from '@/ui/Problem';
import { useAddressParams } from '@/ui/useAddressParams';
import { useTitle } from '@/ui/useTitle';

/**
 * Document that members accept, chosen by its address: the version in force, or the requested
 * version.
 */
function AgreementPage() {
  const slug = useLocation().pathname.replaceAll('/', '').toLowerCase();
  const asked = useAddressParams().get('version') ?? '';
  const version = /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
  const { data, error, refetch } = useQuery(
    publicQuery('/api/agreements/{slug}', { slug, version }),
  );
  useTitle(data?.title);
  if (data) return <Document {...data} />;
  if (!error) return <Loading page />;
  return (
    <div className="page py-10">
      <h1 className="sr-only">Dokumen</h1>
      <Problem text={sentence(error, 'Gagal memuat halaman.')} onRetry={() => void refetch()} />
    </div>
  );
}

const link = 'font-medium text-brand underline underline-offset-4';

function Document({ slug, title, version, body, versions }: Agreement) {
  const shown = versions.find((each) => each.version === version);
  const current = versions.find((each) => each.is_current);
  const announced = versions.filter((each) => current && each.version > current.version);
  return (
    <article className="page max-w-3xl py-8 sm:py-12">
      <div className="flex items-center gap-2">
        <BackLink to={paths.home()} label="Kembali ke Home" />
        <h1 className="font-display text-3xl font-semibold sm:text-4xl">{title}</h1>
      </div>
      <p className="mt-3 text-sm text-muted">{shown && began(shown)}</p>
      {shown && !shown.is_current && (
        <p className="mt-4 rounded-2xl bg-info-soft px-4 py-3 text-sm text-info">
          {announced.includes(shown) ? 'Versi ini belum berlaku. ' : 'Ini versi lama. '}
          <Link to={paths.agreement(slug)} className="font-medium underline underline-offset-4">
            Baca versi yang berlaku
          </Link>
        </p>
      )}
      {shown?.is_current &&
        announced.map((each) => (
          <p
            key={each.version}
            className="mt-4 rounded-2xl bg-info-soft px-4 py-3 text-sm text-info"
          >
            {began(each)}. {each.changes}{' '}
            <Link
              to={paths.agreement(slug, each.version)}
              className="font-medium underline underline-offset-4"
            >
              Baca versi {each.version}
            </Link>
          </p>
        ))}
      {shown?.changes && (
        <p className="mt-4 text-sm">
          <span className="text-muted">Yang berubah:</span> {shown.changes}
        </p>
      )}
      <div className="mt-6 wrap-anywhere">
        <Markdown text={body} />
      </div>
      {versions.length > 1 && (
        <section aria-labelledby="versions" className="mt-10 border-t border-line pt-6">
          <h2 id="versions" className="font-display text-xl font-semibold">
            Semua versi
          </h2>
          <ul className="mt-3 grid gap-3 text-sm">
            {versions.map((each) => (
              <li key={each.version}>
                {each.version === version ? (
                  <span className="font-medium">{began(each)}</span>
                ) : (
                  <Link to={paths.agreement(slug, each.version)} className={link}>
                    {began(each)}
                  </Link>
                )}
                {each.changes && <p className="mt-0.5 text-muted">{each.changes}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

/** Returns a text such as `Versi 2, berlaku sejak 1 Desember 2026`. */
function began({ version, effective_at }: AgreementVersion): string {
  if (!effective_at) return `Versi ${version}, berlaku sejak awal`;
  const since = new Date(effective_at) > new Date() ? 'mulai' : 'sejak';
  return `Versi ${version}, berlaku ${since} ${date(effective_at)}`;
}

export { AgreementPage as Component };
