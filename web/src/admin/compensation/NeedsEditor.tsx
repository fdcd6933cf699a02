import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { NumberField } from '@/admin/ui/NumberField';
import { Button } from '@/ui/Button';
import { SelectField } from '@/ui/Field';
import { newNeed, remeasured, without } from './changes';
import { metrics, needFields, volumes, type Metric, type Volume } from './document';
import { useDesigner, useFieldBinding } from './designer';
import { PathFault } from './PathFault';
import type { NeedForm } from './planForm';
import { metricName, metricTexts, volumeNames } from './labels';

type Props = {
  /** The path of the list. */
  path: string;
  needs: NeedForm[];
  /** Metrics that can be chosen. */
  offered?: readonly Metric[];
  /** Metric of a new need. */
  first: Metric;
  /** Text shown if there are no needs. */
  none: string;
  onChange: (needs: NeedForm[]) => void;
};

/** Needs that must all hold: each a metric with the figure that it must reach. */
export function NeedsEditor({ path, needs, offered = metrics, first, none, onChange }: Props) {
  const box = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    flushSync(() => onChange([...needs, newNeed(first)]));
    box.current?.querySelector<HTMLElement>('li:last-child select')?.focus();
  };
  const remove = (at: number) => {
    flushSync(() => onChange(without(needs, at)));
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={box} className="mt-5">
      <legend className="text-sm font-semibold">Syarat</legend>
      <p className="mt-0.5 text-sm text-muted">
        {needs.length === 0 ? none : 'Semuanya harus terpenuhi.'}
      </p>
      <PathFault path={path} />
      <ul className="mt-2 grid gap-3">
        {needs.map((need, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a need is known by its place
          <li key={at} className="rounded-xl bg-sunken p-3">
            <NeedFields
              path={`${path}.${at}`}
              need={need}
              offered={offered}
              onChange={(next) => onChange(needs.with(at, next))}
            />
            <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 flex-1 basis-52 text-xs text-muted">
                {metricTexts[need.metric]}
              </p>
              <Button
                look="quiet"
                className="ml-auto px-3! text-danger! hover:bg-danger-soft!"
                aria-label={`Hapus syarat ${at + 1}`}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden size={16} />
                Hapus
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button look="outline" className="mt-3" name={path} data-add="" onClick={add}>
        <Plus aria-hidden size={17} />
        Tambah syarat
      </Button>
    </fieldset>
  );
}

type NeedProps = {
  path: string;
  need: NeedForm;
  offered: readonly Metric[];
  onChange: (need: NeedForm) => void;
};

function NeedFields({ path, need, offered, onChange }: NeedProps) {
  const tie = useFieldBinding();
  const { plan } = useDesigner();
  const asks = needFields[need.metric];
  const known = plan.ranks.some(({ code }) => code === need.rank);
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        className="col-span-2"
        label="Yang diukur"
        {...tie(`${path}.metric`)}
        value={need.metric}
        onChange={({ target }) => onChange(remeasured(need, target.value as Metric))}
      >
        {offered.map((metric) => (
          <option key={metric} value={metric}>
            {metricName(metric)}
          </option>
        ))}
      </SelectField>
      {asks.includes('nth') && (
        <NumberField
          label="Kaki ke-"
          {...tie(`${path}.nth`)}
          value={need.nth}
          onChange={({ target }) => onChange({ ...need, nth: target.value })}
        />
      )}
      {asks.includes('volume') && (
        <SelectField
          label="Poin dari"
          {...tie(`${path}.volume`)}
          value={need.volume}
          onChange={({ target }) => onChange({ ...need, volume: target.value as Volume })}
        >
          {volumes.toReversed().map((volume) => (
            <option key={volume} value={volume}>
              {volumeNames[volume]}
            </option>
          ))}
        </SelectField>
      )}
      {asks.includes('rank') && (
        <SelectField
          label="Peringkat"
          {...tie(`${path}.rank`)}
          value={known ? need.rank : ''}
          onChange={({ target }) => onChange({ ...need, rank: target.value })}
        >
          {!known && <option value="">Pilih peringkat</option>}
          {plan.ranks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name || code}
            </option>
          ))}
        </SelectField>
      )}
      {asks.includes('at_least') && (
        <NumberField
          label="Paling sedikit"
          {...tie(`${path}.at_least`)}
          value={need.at_least}
          onChange={({ target }) => onChange({ ...need, at_least: target.value })}
        />
      )}
    </div>
  );
}
