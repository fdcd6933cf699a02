import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/calls';
import { sentence } from '@/errors';
import type { Calls, Example as Outcome, ExampleLine, NewPlan } from '@/api/schema';
import { number, rupiah } from '@/format';
import { NumberField } from '@/admin/ui/NumberField';
import { Loading } from '@/ui/Loading';
import { useDebounced } from '@/ui/useDebounced';
import { whole } from './planDraft';
import { percent } from '@/admin/ui/percent';

type Asked = Calls['POST /api/admin/compensation-plans/example']['body'];

/** A small network: the first is paid, each other stands below the one that `leader` names. */
const people: { name: string; leader: number | null; points: string }[] = [
  { name: 'Anda', leader: null, points: '32' },
  { name: 'Budi (tingkat 1)', leader: 0, points: '31' },
  { name: 'Rina (tingkat 1)', leader: 0, points: '20' },
  { name: 'Wahyu (tingkat 2)', leader: 1, points: '36' },
  { name: 'Dewi (tingkat 3)', leader: 3, points: '25' },
];

/** What a plan that is being typed pays in an example, worked out by the server as it calculates. */
export function Example({ plan }: { plan: NewPlan }) {
  const [points, setPoints] = useState(() => people.map((person) => person.points));
  const [sales, setSales] = useState('500.000');
  // Of a plan that nobody has begun there is nothing to show, and nothing is wrong with it.
  const begun = Boolean(
    plan.personal_rate || plan.cap_percent || plan.level_rates.length || plan.point_value_rp,
  );
  const asked = useDebounced(
    JSON.stringify({
      plan,
      members: people.map(({ leader }, place) => ({
        leader,
        points: whole(points[place] ?? '') ?? -1,
      })),
      sales_rp: whole(sales) ?? -1,
    }),
  );
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['/api/admin/compensation-plans/example', asked],
    queryFn: ({ signal }) =>
      request('POST /api/admin/compensation-plans/example', {
        body: JSON.parse(asked) as Asked,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: begun,
  });
  return (
    <section aria-label="Contoh perhitungan" className="card p-5 xl:sticky xl:top-6">
      <h2 className="font-display text-lg font-semibold">Contoh perhitungan</h2>
      <p className="mt-1 text-sm text-muted">
        Budi dan Rina berada langsung di bawah Anda, Wahyu di bawah Budi, Dewi di bawah Wahyu.
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        {people.map(({ name }, place) => (
          <NumberField
            key={name}
            label={`BV ${name}`}
            value={points[place]}
            onChange={(event) => setPoints(points.with(place, event.target.value))}
          />
        ))}
        <NumberField
          label="Penjualan periode (Rp)"
          value={sales}
          onChange={(event) => setSales(event.target.value)}
        />
      </div>
      <div aria-live="polite" className={`mt-5 ${isPlaceholderData || error ? 'opacity-60' : ''}`}>
        {!begun ? (
          <p className="text-sm text-muted">Isi rencananya untuk melihat contoh.</p>
        ) : data ? (
          <Lines outcome={data} value={plan.point_value_rp ?? 0} />
        ) : (
          !error && <Loading />
        )}
      </div>
      {begun && error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {sentence(error, 'Contoh gagal dihitung.')}
        </p>
      )}
    </section>
  );
}

function Lines({ outcome, value }: { outcome: Outcome; value: number }) {
  const figure = ({ points, rate }: ExampleLine) =>
    `${number(points)} × ${percent(rate)} × ${rupiah(value)}`;
  return (
    <>
      <ul aria-label="Bonus Anda" className="grid gap-2 text-sm">
        {outcome.lines.map((line) => (
          <li key={line.member} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0">
              {people[line.member]?.name}
              <span className="block text-xs text-muted tabular-nums">{figure(line)}</span>
            </span>
            <span className="tabular-nums">{rupiah(line.uncapped_rp)}</span>
          </li>
        ))}
      </ul>
      {!outcome.is_qualified && (
        <p className="mt-2 text-xs text-muted">
          Poin Anda di bawah syarat: jaringan tidak dihitung.
        </p>
      )}
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm [&>dd]:text-right [&>dd]:tabular-nums">
        <dt>Jumlah sebelum batas</dt>
        <dd>{rupiah(outcome.uncapped_rp)}</dd>
        <dt>Semua bonus di contoh ini</dt>
        <dd>{rupiah(outcome.all_uncapped_rp)}</dd>
        <dt>Batas semua bonus</dt>
        <dd>{rupiah(outcome.cap_rp)}</dd>
        <dt className="font-semibold">Bonus Anda</dt>
        <dd className="font-semibold">{rupiah(outcome.bonus_rp)}</dd>
      </dl>
      {outcome.is_scaled && (
        <p className="mt-2 text-xs text-muted">
          Semua bonus melewati batas: setiap baris dikecilkan sebanding.
        </p>
      )}
    </>
  );
}
