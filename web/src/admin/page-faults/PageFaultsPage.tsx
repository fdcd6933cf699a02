import { CircleCheckBig } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Screen } from '@/admin/ui/Screen';
import type { Answer } from '@/api/calls';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';

type Fault = Answer<'GET /api/admin/page-faults'>['faults'][number];

/** Faults in visitors' browsers, for the owner and the people who maintain the shop. */
function PageFaultsPage() {
  return (
    <Screen
      title="Gangguan halaman"
      back={{ to: adminPaths.audit(), label: 'Kembali ke catatan perubahan' }}
      text="Yang rusak di browser pengunjung dalam 30 hari terakhir, tanpa data siapa pun. Kirimkan rinciannya kepada yang merawat toko Anda."
    >
      <Fetched query={adminQuery('/api/admin/page-faults')}>
        {({ faults }) =>
          faults.length === 0 ? (
            <Empty
              icon={CircleCheckBig}
              title="Tidak ada gangguan"
              text="Belum ada halaman yang rusak di browser pengunjung."
            />
          ) : (
            <ul className="grid gap-3">
              {faults.map((fault) => (
                <Row key={fault.id} fault={fault} />
              ))}
            </ul>
          )
        }
      </Fetched>
    </Screen>
  );
}

function Row({ fault }: { fault: Fault }) {
  const { name, message, place, build, frames, first_at, last_at, times } = fault;
  return (
    <li className="card p-4 sm:p-5">
      <h2 className="font-medium wrap-anywhere">Halaman {place}</h2>
      <p className="text-sm wrap-anywhere">
        {name}
        {message && `: ${message}`}
      </p>
      <p className="mt-1 text-sm text-muted">
        {times === 1
          ? `Sekali, ${dateTime(last_at)}`
          : `${number(times)} kali, terakhir ${dateTime(last_at)}, pertama ${dateTime(first_at)}`}
      </p>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-11 items-center text-brand">Rincian</summary>
        <pre className="overflow-x-auto rounded-xl bg-sunken p-3 font-mono text-xs select-all">
          {[`${name}: ${message}`, place, build, ...frames].join('\n')}
        </pre>
      </details>
    </li>
  );
}

export { PageFaultsPage as Component };
