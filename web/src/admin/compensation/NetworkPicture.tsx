import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Badge } from '@/ui/Badge';
import { NumberField } from '@/admin/ui/NumberField';
import type { Example } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { SelectField, TextField } from '@/ui/Field';
import type { Fault } from './designer';
import { ExampleLines } from './ExampleLines';
import {
  below,
  MOST_PEOPLE,
  withoutPerson,
  withPerson,
  type Network,
  type Person,
} from './exampleNetwork';
import { whole, type PlanForm } from './planForm';
import { rankName } from './labels';

type Props = {
  plan: PlanForm;
  network: Network;
  onChange: (network: Network) => void;
  outcome: Example | null;
  faults: Fault[];
};

/**
 * Network as a tree: each member shows rank and bonus, and opens to the bonus's sources and the
 * member's fields.
 */
export function NetworkPicture(props: Props) {
  const { network, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const add = (leader: string | null) => {
    const next = withPerson(network, leader);
    flushSync(() => onChange(next));
    const added = box.current?.querySelector(`[data-person='${next.people.at(-1)?.id}']`);
    if (added instanceof HTMLDetailsElement) added.open = true;
    added?.querySelector('input')?.focus();
  };
  return (
    <div ref={box}>
      <Branch {...props} leader={null} onAdd={add} />
      {network.people.length < MOST_PEOPLE && (
        <Button look="quiet" className="mt-2 px-3!" onClick={() => add(null)}>
          <Plus aria-hidden size={16} />
          Tambah anggota di puncak
        </Button>
      )}
    </div>
  );
}

type BranchProps = Props & { leader: string | null; onAdd: (leader: string) => void };

function Branch(props: BranchProps) {
  const { network, leader } = props;
  const people = network.people.filter((person) => person.leader === leader);
  if (people.length === 0) return null;
  return (
    <ul
      aria-label={leader === null ? 'Jaringan contoh' : undefined}
      className={`grid gap-2 ${leader === null ? '' : 'mt-2 ml-2 border-l-2 border-line pl-2 sm:ml-3 sm:pl-3'}`}
    >
      {people.map((person) => (
        <li key={person.id} className="min-w-0">
          <PersonCard {...props} person={person} />
          <Branch {...props} leader={person.id} />
        </li>
      ))}
    </ul>
  );
}

function PersonCard({
  plan,
  network,
  onChange,
  outcome,
  faults,
  person,
  onAdd,
}: BranchProps & { person: Person }) {
  const { id, name } = person;
  const found = outcome?.members.find((each) => each.id === id);
  const at = network.people.findIndex((each) => each.id === id);
  const isMoved = found !== undefined && found.pv_a !== (whole(person.plan_a) ?? 0);
  const isFaulty = faults.some(({ field }) => field.startsWith(`members.${at}.`));
  return (
    <details
      data-person={id}
      className={`group rounded-xl border bg-surface ${isFaulty ? 'border-danger' : 'border-line'}`}
    >
      <summary className="flex min-h-14 items-center gap-2 rounded-xl px-3 py-2 -outline-offset-2 hover:text-brand [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-medium">{name || 'Tanpa nama'}</span>
            {found && <Badge tone="info">{rankName(plan.ranks, found.rank)}</Badge>}
          </span>
          <span className="block text-xs text-muted tabular-nums">
            {found
              ? `A ${number(found.pv_a)} · B ${number(found.pv_b)}${isMoved ? ' setelah alokasi' : ''} · grup ${number(found.gv_both)}`
              : `A ${person.plan_a || '0'} · B ${person.plan_b || '0'}`}
          </span>
        </span>
        <span className="text-sm font-semibold whitespace-nowrap tabular-nums">
          {found ? rupiah(found.bonus_rp) : '–'}
        </span>
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line p-3">
        {outcome && <ExampleLines plan={plan} people={network.people} outcome={outcome} id={id} />}
        <PersonFields
          plan={plan}
          network={network}
          person={person}
          error={(field) =>
            faults.find((fault) => fault.field === `members.${at}.${field}`)?.message
          }
          onChange={(changed) =>
            onChange({ ...network, people: network.people.with(at, { ...person, ...changed }) })
          }
        />
        <div className="mt-3 flex flex-wrap justify-end gap-1">
          {network.people.length < MOST_PEOPLE && (
            <Button look="quiet" className="px-3!" onClick={() => onAdd(id)}>
              <Plus aria-hidden size={16} />
              Tambah di bawah {name || 'anggota ini'}
            </Button>
          )}
          {network.people.length > 1 && (
            <Button
              look="quiet"
              className="px-3! text-danger! hover:bg-danger-soft!"
              aria-label={`Hapus ${name || 'anggota ini'}`}
              onClick={() => onChange(withoutPerson(network, id))}
            >
              <Trash2 aria-hidden size={16} />
              Hapus
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}

type FieldsProps = {
  plan: PlanForm;
  network: Network;
  person: Person;
  error: (field: string) => string | undefined;
  onChange: (changed: Partial<Person>) => void;
};

function PersonFields({ plan, network, person, error, onChange }: FieldsProps) {
  const mine = below(network.people, person.id);
  const keepsForEver = plan.ranks.some(({ keeps }) => keeps === 'for_ever');
  const countsTotals = [...plan.ranks, ...plan.components].some(({ needs }) =>
    needs.some(({ metric }) => metric === 'total_gv'),
  );
  return (
    <div className="mt-3 grid grid-cols-2 gap-3">
      <TextField
        label="Nama"
        autoComplete="off"
        maxLength={40}
        value={person.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label="Di bawah"
        error={error('leader')}
        value={person.leader ?? ''}
        onChange={({ target }) => onChange({ leader: target.value || null })}
      >
        <option value="">Puncak</option>
        {network.people
          .filter(({ id }) => !mine.has(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <NumberField
        label="Poin Plan A"
        error={error('plan_a')}
        value={person.plan_a}
        onChange={({ target }) => onChange({ plan_a: target.value })}
      />
      <NumberField
        label="Poin Plan B"
        error={error('plan_b')}
        value={person.plan_b}
        onChange={({ target }) => onChange({ plan_b: target.value })}
      />
      {keepsForEver && (
        <SelectField
          label="Peringkat sebelumnya"
          error={error('held_rank')}
          value={person.held_rank}
          onChange={({ target }) => onChange({ held_rank: target.value })}
        >
          <option value="">Belum ada</option>
          {plan.ranks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name || code}
            </option>
          ))}
        </SelectField>
      )}
      {countsTotals && (
        <NumberField
          label="Poin grup periode lalu"
          error={error('total_gv_before')}
          value={person.total_gv_before}
          onChange={({ target }) => onChange({ total_gv_before: target.value })}
        />
      )}
    </div>
  );
}
