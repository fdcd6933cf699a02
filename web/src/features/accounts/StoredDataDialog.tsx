import { query } from '@/api/calls';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Fetched } from '@/ui/Fetched';

const privacy = query('/api/me/privacy');

/** Shows which data of the member the shop stores, why, for how long, and who sees them. */
export default function StoredDataDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Data yang disimpan" wide onClose={onClose}>
      <div className="mt-4">
        <Fetched query={privacy}>
          {({ groups }) => (
            <ul className="divide-y divide-line">
              {groups.map(({ title, what, why, how_long, receivers, erased }) => (
                <li key={title} className="py-4">
                  <h3 className="font-semibold">{title}</h3>
                  <p className="mt-1 text-sm">{what}</p>
                  <dl className="mt-2 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
                    {[
                      ['Mengapa', why],
                      ['Berapa lama', how_long],
                      ['Siapa yang melihat', receivers],
                      ['Bila akun dihapus', erased],
                    ].map(([name, text]) => (
                      <div key={name} className="sm:contents">
                        <dt className="text-muted">{name}</dt>
                        <dd>{text}</dd>
                      </div>
                    ))}
                  </dl>
                </li>
              ))}
            </ul>
          )}
        </Fetched>
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </Dialog>
  );
}
