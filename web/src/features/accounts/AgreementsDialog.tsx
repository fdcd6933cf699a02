import { useQuery } from '@tanstack/react-query';
import { ownAgreementsQuery } from '@/api/agreements';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

/** Says which versions the member has accepted, and when; each can be read. */
export default function AgreementsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(ownAgreementsQuery);
  return (
    <Dialog title="Yang Anda setujui" onClose={onClose}>
      {data ? (
        <ul className="mt-4 divide-y divide-line">
          {data.agreements.map(({ slug, title, version, is_asked, accepted }) => (
            <li key={slug} className="py-4">
              <h3 className="font-semibold">{title}</h3>
              <ul className="mt-1 text-sm">
                {accepted.map((each) => (
                  <li key={each.version} className="py-1">
                    <Link
                      to={paths.agreement(slug, each.version)}
                      className="text-brand underline underline-offset-4"
                    >
                      Versi {each.version}
                    </Link>
                    , disetujui {dateTime(each.accepted_at)}
                  </li>
                ))}
                {is_asked && (
                  <li className="py-1 text-muted">
                    <Link
                      to={paths.agreement(slug)}
                      className="text-brand underline underline-offset-4"
                    >
                      Versi {version}
                    </Link>{' '}
                    berlaku dan belum Anda setujui.
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ul>
      ) : error ? (
        <div className="mt-4">
          <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading />
      )}
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </Dialog>
  );
}
