import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import { Card } from '@/admin/ui/Card';
import { saveFile } from '@/ui/saveFile';
import { Fetched } from '@/ui/Fetched';
import { addressOf, request, type Call } from '@/api/calls';
import { fetchFile } from '@/api/files';
import type { AdminPeriod, PlanReplay } from '@/api/schema';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { useMutation } from '@/ui/useMutation';
import { documentOf, type PlanForm } from './planForm';
import { periodsQuery } from './queries';
import { ReplayResult } from './ReplayResult';

/** Number of periods tried at first, and maximum that can be tried. */
const FIRST = 3;
const MOST = 36;

/** API path that returns the replay as a CSV file. */
const [, csv = ''] = ('POST /api/admin/compensation-plans/replay.csv' satisfies Call).split(' ');

type Props = { plan: PlanForm; faulty: boolean };

/** Bonuses that past periods would have had under the plan that is being written. */
export function ReplayPanel({ plan, faulty }: Props) {
  return (
    <Fetched query={periodsQuery}>
      {({ periods }) => {
        const calculated = periods.filter((period) => period.calculated_at);
        return calculated.length === 0 ? (
          <Empty
            icon={CalendarX}
            title="Belum ada periode yang dihitung"
            text="Setelah bonus sebuah periode dihitung, rencana ini dapat dicoba padanya. Sampai saat itu contoh di langkah pertama menunjukkan hasilnya."
          />
        ) : (
          <Replay plan={plan} faulty={faulty} periods={calculated} />
        );
      }}
    </Fetched>
  );
}

function Replay({ plan, faulty, periods }: Props & { periods: AdminPeriod[] }) {
  const [chosen, setChosen] = useState(() => new Set(periods.slice(0, FIRST).map(({ id }) => id)));
  const [result, setResult] = useState<{ of: string; replay: PlanReplay } | null>(null);
  const document = documentOf(plan);
  const body = { plan: document, periods: [...chosen] };
  const asked = JSON.stringify(body);
  const isUnready = faulty || chosen.size === 0 || chosen.size > MOST;

  const { mutate, variables, error } = useMutation(async (as: 'table' | 'file') => {
    if (as === 'file') saveFile('simulasi-rencana.csv', await fetchFile(addressOf(csv), body));
    else {
      const replay = await request('POST /api/admin/compensation-plans/replay', { body });
      setResult({ of: asked, replay });
    }
  });

  return (
    <div className="grid gap-5">
      <Card title="Periode yang diuji">
        <p className="mt-1 max-w-prose text-sm text-muted">
          Poin dan penjualan periode itu dihitung lagi dengan rencana ini, di samping bonus yang
          sudah dibayar. Tidak ada yang disimpan.
        </p>
        <ul className="mt-3 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {periods.map(({ id, name }) => (
            <li key={id}>
              <label className="flex min-h-11 items-center gap-3 text-sm">
                <Checkbox
                  checked={chosen.has(id)}
                  onChange={({ target }) => {
                    const next = new Set(chosen);
                    if (target.checked) next.add(id);
                    else next.delete(id);
                    setChosen(next);
                  }}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
        {chosen.size > MOST && (
          <p className="mt-2 text-sm text-danger">Pilih paling banyak {MOST} periode.</p>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            busy={variables === 'table' && 'Menghitung...'}
            disabled={isUnready || variables === 'file'}
            onClick={() => mutate('table')}
          >
            Uji {chosen.size} periode
          </Button>
          {result && (
            <Button
              look="outline"
              busy={variables === 'file' && 'Menyiapkan...'}
              disabled={isUnready || variables === 'table'}
              onClick={() => mutate('file')}
            >
              Unduh CSV
            </Button>
          )}
        </div>
      </Card>
      {error && <Problem text={sentence(error, 'Uji ulang gagal. Coba lagi.')} />}
      <div aria-live="polite" aria-busy={variables === 'table'}>
        {variables === 'table' && !result ? (
          <Loading text="Menghitung periode yang dipilih..." />
        ) : result ? (
          <>
            {result.of !== asked && (
              <p className="mb-4 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
                Rencana atau pilihan periode berubah sejak diuji. Uji lagi untuk melihat hasilnya.
              </p>
            )}
            <div className={result.of === asked ? '' : 'opacity-60'}>
              <ReplayResult replay={result.replay} />
            </div>
          </>
        ) : null}
      </div>
    </div>
  );
}
