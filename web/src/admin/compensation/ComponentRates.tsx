import { Plus, Trash2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { TextField } from '@/ui/Field';
import { ByRank } from './ByRank';
import { MOST_RATES } from './document';
import { goTo, useDesigner, useFieldBinding } from './designer';
import { PathFault } from './PathFault';
import type { ComponentForm } from './planForm';

type Props = {
  path: string;
  component: ComponentForm;
  onChange: (next: Partial<ComponentForm>) => void;
};

/** Rates of a component: the fields that its kind has. */
export function ComponentRates({ path, component, onChange }: Props) {
  switch (component.kind) {
    case 'personal':
      return (
        <Percent
          path={`${path}.rate`}
          value={component.rate}
          label="Persen dari poin sendiri"
          onChange={(rate) => onChange({ rate })}
        />
      );
    case 'level':
      return (
        <>
          <Steps
            name="Tingkat"
            path={`${path}.rates`}
            rates={component.rates}
            onChange={(rates) => onChange({ rates })}
          />
          <Choice
            name={`${path}.compression`}
            checked={component.compression}
            onChange={(compression) => onChange({ compression })}
            text="Bila dimatikan, tingkat milik yang tidak memenuhi syarat tidak dibayar kepada siapa pun."
          >
            Lewati yang tidak memenuhi syarat (kompresi)
          </Choice>
        </>
      );
    case 'differential':
      return (
        <>
          <ByRank
            title="Persen setiap peringkat"
            unit="%"
            path={`${path}.rates`}
            values={component.rankRates}
            onChange={(rankRates) => onChange({ rankRates })}
          />
          <Choice
            name={`${path}.pass_up`}
            checked={component.pass_up}
            onChange={(pass_up) => onChange({ pass_up })}
            text="Bila dimatikan, selisih milik yang tidak memenuhi syarat tidak dibayar kepada siapa pun."
          >
            Naikkan selisih dari yang tidak memenuhi syarat
          </Choice>
        </>
      );
    case 'generation':
      return (
        <>
          <Steps
            name="Generasi"
            path={`${path}.rates`}
            rates={component.rates}
            onChange={(rates) => onChange({ rates })}
          />
          <WithoutHeads />
        </>
      );
    case 'pool':
      return (
        <>
          <Percent
            path={`${path}.percent`}
            value={component.percent}
            label="Persen dari nilai semua poin"
            onChange={(percent) => onChange({ percent })}
          />
          <ByRank
            title="Bagian setiap peringkat"
            unit="bagian"
            path={`${path}.shares`}
            values={component.shares}
            onChange={(shares) => onChange({ shares })}
          />
        </>
      );
  }
}

/** Warns that generations pay no member if no rank heads a group. */
function WithoutHeads() {
  const { plan } = useDesigner();
  if (plan.boundary_rank) return null;
  return (
    <p className="mt-4 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
      Rencana ini belum punya peringkat batas, jadi belum ada pemimpin grup: bonus ini tidak
      membayar siapa pun.{' '}
      <button
        type="button"
        className="min-h-11 font-medium underline underline-offset-4"
        onClick={() => goTo('boundary_rank')}
      >
        Pilih peringkat batas
      </button>
    </p>
  );
}

type PercentProps = {
  path: string;
  value: string;
  label: string;
  onChange: (value: string) => void;
};

function Percent({ path, value, label, onChange }: PercentProps) {
  const tie = useFieldBinding();
  return (
    <TextField
      className="mt-4 sm:w-1/2 sm:pr-2"
      label={`${label} (%)`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      {...tie(path)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type StepsProps = {
  name: string;
  path: string;
  rates: string[];
  onChange: (rates: string[]) => void;
};

/** Percentages of levels or generations, in any number. */
function Steps({ name, path, rates, onChange }: StepsProps) {
  const tie = useFieldBinding();
  return (
    <fieldset className="mt-5">
      <legend className="text-sm font-semibold">Persen setiap {name.toLowerCase()}</legend>
      <PathFault path={path} />
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {rates.map((rate, at) => (
          <TextField
            // oxlint-disable-next-line react/no-array-index-key -- a level is known by its place
            key={at}
            label={`${name} ${at + 1} (%)`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            {...tie(`${path}.${at}`)}
            value={rate}
            onChange={({ target }) => onChange(rates.with(at, target.value))}
          />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          look="outline"
          disabled={rates.length >= MOST_RATES}
          onClick={() => onChange([...rates, rates.at(-1) ?? '5'])}
        >
          <Plus aria-hidden size={17} />
          Tambah {name.toLowerCase()}
        </Button>
        {rates.length > 1 && (
          <Button look="quiet" className="px-3!" onClick={() => onChange(rates.slice(0, -1))}>
            <Trash2 aria-hidden size={16} />
            Hapus {name.toLowerCase()} {rates.length}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  text: string;
  children: ReactNode;
};

function Choice({ name, checked, onChange, text, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="mt-4">
      <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
        <Checkbox
          name={name}
          checked={checked}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {children}
      </label>
      <p id={id} className="text-sm text-muted">
        {text}
      </p>
    </div>
  );
}
