import { ownAgreementsQuery } from '@/api/agreements';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';

/** Shows the versions that the member has accepted, with the times; each can be read. */
export default function AgreementsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Yang Anda setujui" onClose={onClose}>
      <Fetched query={ownAgreementsQuery}>
        {({ agreements }) => (
          <ul className="mt-4 divide-y divide-line">
            {agreements.map(({ slug, title, version, is_asked, accepted }) => (
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
        )}
      </Fetched>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </Dialog>
  );
}
