import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { number, rupiah } from '@/format';
import { ComponentSums, Difference, NextRank } from '@/components/Outlook';
import type { FilledCard, TryOut } from '@/components/useRankCard';
import type { Preview } from '@/planRules';
import { Field, TextField } from '@/ui/Field';

/** Maximum number of points that can be tried at once. */
const MOST = 1_000_000;

/** Whether the typed text is an allowed number of points, or still empty. */
function isRead(typed: string): boolean {
  return typed === '' || (/^\d+$/.test(typed) && Number(typed) <= MOST);
}

/** Converts typed text to points; text that cannot be read counts as 0. */
function points(typed: string): number {
  return isRead(typed) ? Number(typed) : 0;
}

type Props = { card: FilledCard; tryOut: TryOut; before: Preview };

/** Preview of the bonus for more points: the member's own, or those of a member directly below. */
export function WhatIf({ card, tryOut, before }: Props) {
  const [typed, setTyped] = useState({ plan_a: '', plan_b: '', leg: '', leg_a: '', leg_b: '' });
  const { earned } = card.corner;
  const leg = typed.leg === '' ? undefined : Number(typed.leg);
  const preview = tryOut({
    own: {
      plan_a: earned.plan_a + points(typed.plan_a),
      plan_b: earned.plan_b + points(typed.plan_b),
    },
    leg,
    added: { plan_a: points(typed.leg_a), plan_b: points(typed.leg_b) },
  });
  const field = (name: keyof typeof typed, label: string) => (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={MOST}
      placeholder="0"
      error={isRead(typed[name]) ? undefined : `Isi bilangan bulat 0 sampai ${number(MOST)}.`}
      value={typed[name]}
      onChange={({ target: { value } }) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <details className="group mt-5 rounded-2xl bg-sunken">
      <summary className="flex min-h-12 items-center gap-3 rounded-2xl px-4 py-2 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
        <span className="flex-1">Apa jadinya kalau…</span>
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-x-8 gap-y-5 px-4 pb-4 sm:grid-cols-2">
        <div className="grid content-start gap-4">
          <fieldset className="grid grid-cols-2 gap-3">
            <legend className="mb-1 text-sm text-muted">Poin Anda bertambah</legend>
            {field('plan_a', 'Plan A')}
            {field('plan_b', 'Plan B')}
          </fieldset>
          {card.corner.legs.some(({ follower }) => follower) && (
            <fieldset className="grid grid-cols-2 gap-3">
              <legend className="mb-1 text-sm text-muted">Poin sebuah kaki bertambah</legend>
              <Field label="Kaki" className="col-span-2">
                {(wiring) => (
                  <select
                    {...wiring}
                    value={typed.leg}
                    onChange={({ target: { value } }) => setTyped({ ...typed, leg: value })}
                  >
                    <option value="">Pilih downline langsung</option>
                    {card.legs.map(
                      ({ uid, name }, place) =>
                        card.corner.legs[place]?.follower && (
                          <option key={uid} value={place}>
                            {name}
                          </option>
                        ),
                    )}
                  </select>
                )}
              </Field>
              {leg !== undefined && (
                <>
                  {field('leg_a', 'Plan A')}
                  {field('leg_b', 'Plan B')}
                </>
              )}
            </fieldset>
          )}
          <p className="text-xs text-muted">
            Poin anggota lain dan peringkat leader Anda dianggap tetap. Tidak ada yang disimpan.
            {card.legs.some((_, place) => !card.corner.legs[place]?.follower) &&
              ' Poin sebagian kaki tidak dapat dicoba: jaringan Anda terlalu besar, atau angkanya tersimpan dari versi lama.'}
          </p>
        </div>
        <div role="group" aria-label="Hasilnya">
          {preview ? (
            <>
              <p className="text-sm text-muted">
                Peringkat {card.corner.ranks[preview.rank]?.name} · Plan A{' '}
                {number(preview.own.plan_a)} · Plan B {number(preview.own.plan_b)}
              </p>
              <p className="font-display text-2xl font-semibold tabular-nums">
                {rupiah(preview.bonus_rp)}
                <Difference of={preview.bonus_rp} from={before.bonus_rp} />
              </p>
              <ComponentSums card={card} preview={preview} before={before} />
              <div className="mt-3">
                <NextRank card={card} preview={preview} />
              </div>
            </>
          ) : (
            <p className="text-sm text-danger">Poin sebanyak itu tidak dapat dihitung.</p>
          )}
        </div>
      </div>
    </details>
  );
}
