import { useQuery } from '@tanstack/react-query';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import type { Payout } from '@/api/schema';
import { Link } from '@/ui/Link';

/**
 * Files with the transfers of a payout: neutral ones, and those in the formats of the shop's banks.
 */
export function TransferFiles({ payout: { id } }: { payout: Payout }) {
  const { data } = useQuery(adminQuery('/api/admin/payouts/formats'));
  return (
    <section aria-label="Berkas transfer" className="card p-5">
      <h2 className="font-display text-lg font-semibold">Berkas transfer</h2>
      <p className="mt-1 text-sm text-muted">
        Berkas netral, dan format yang diminta bank toko.{' '}
        <Link
          to={adminPaths.bankFiles()}
          className="font-medium text-brand underline underline-offset-4"
        >
          Atur format berkas
        </Link>
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <DownloadButton
          label="Berkas bank"
          fetchFile={() =>
            download(`pembayaran-bonus-${id}.csv`, '/api/admin/payouts/{id}/bank.csv', { id })
          }
        />
        <DownloadButton
          label="Daftar transfer"
          fetchFile={() =>
            download(`daftar-transfer-${id}.xlsx`, '/api/admin/payouts/{id}/transfers.xlsx', { id })
          }
        />
        {data?.formats.map(({ name }) => (
          <DownloadButton
            key={name}
            label={name}
            fetchFile={() =>
              download(`transfer-${id} ${name}.csv`, '/api/admin/payouts/{id}/file.csv', {
                id,
                format: name,
              })
            }
          />
        ))}
      </div>
    </section>
  );
}
