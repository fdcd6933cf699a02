import { SelectField } from '@/ui/Field';
import { moved } from '@/admin/components/moved';
import { addRank, nameRank, recodeRank, removeRank } from './changes';
import { keepings, metrics, type Keeps } from './document';
import { useDesigner, useFieldBinding } from './designer';
import { EditableList } from './EditableList';
import { NamedFields } from './NamedFields';
import { NeedsEditor } from './NeedsEditor';
import { PathFault } from './PathFault';
import type { RankForm } from './planForm';
import { keepingNames, needSentence } from './labels';

/** Metrics that needs of a rank can use: not `rank` itself. */
const measured = metrics.filter((metric) => metric !== 'rank');

/** The ranks, lowest first. */
export function RanksEditor() {
  const { plan, change } = useDesigner();
  return (
    <section aria-labelledby="plan-ranks">
      <h2 id="plan-ranks" className="font-display text-lg font-semibold">
        Peringkat
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-sm text-muted">
        Dari yang terendah ke yang tertinggi. Anggota memegang peringkat tertinggi yang semua
        syaratnya terpenuhi.
      </p>
      <PathFault path="ranks" />
      <EditableList
        path="ranks"
        label="Peringkat"
        items={plan.ranks}
        nameOf={({ name }, at) => name || `Peringkat ${at + 1}`}
        summary={({ needs }, at) =>
          needs.map((need) => needSentence(need, plan.ranks)).join('; ') ||
          (at === 0 ? 'Setiap anggota mulai dari sini.' : 'Tanpa syarat.')
        }
        onMove={(at, step) =>
          change((before) => ({ ...before, ranks: moved(before.ranks, at, step) }))
        }
        onRemove={(at) => change((before) => removeRank(before, at))}
        adds={[{ title: 'Tambah peringkat', add: () => change(addRank) }]}
        render={(rank, at) => <RankFields rank={rank} at={at} />}
      />
    </section>
  );
}

function RankFields({ rank, at }: { rank: RankForm; at: number }) {
  const { change, kept } = useDesigner();
  const tie = useFieldBinding();
  const path = `ranks.${at}`;
  const set = (next: Partial<RankForm>) =>
    change((before) => ({
      ...before,
      ranks: before.ranks.map((each, place) => (place === at ? { ...each, ...next } : each)),
    }));
  return (
    <>
      <NamedFields
        label="Nama peringkat"
        path={path}
        named={rank}
        onName={(name) => change((before) => nameRank(before, at, name, kept.ranks))}
        onCode={(code) => change((before) => recodeRank(before, at, code))}
      >
        <SelectField
          label="Lama berlaku"
          {...tie(`${path}.keeps`)}
          value={rank.keeps}
          onChange={({ target }) => set({ keeps: target.value as Keeps })}
        >
          {keepings.map((keeps) => (
            <option key={keeps} value={keeps}>
              {keepingNames[keeps]}
            </option>
          ))}
        </SelectField>
      </NamedFields>
      {(at > 0 || rank.needs.length > 0) && (
        <NeedsEditor
          path={`${path}.needs`}
          needs={rank.needs}
          offered={measured}
          first="gv"
          none="Belum ada syarat: setiap anggota mencapainya."
          onChange={(needs) => set({ needs })}
        />
      )}
      {at === 0 && rank.needs.length === 0 && (
        <p className="mt-4 text-sm text-muted">
          Peringkat terendah tidak punya syarat: setiap anggota mulai dari sini.
        </p>
      )}
    </>
  );
}
