import { SelectField } from '@/ui/Field';
import { percent } from '@/components/percent';
import { moved } from '@/admin/components/moved';
import { addComponent, nameComponent, without } from './changes';
import { ComponentRates } from './ComponentRates';
import { kinds, volumes, type Volume } from './document';
import { useDesigner, useFieldBinding } from './designer';
import { EditableList } from './EditableList';
import { NamedFields } from './NamedFields';
import { NeedsEditor } from './NeedsEditor';
import { PathFault } from './PathFault';
import { byRank, type ComponentForm, type RankForm } from './planForm';
import { kindWords, volumeNames } from './labels';

/** Editor of the components, each of which is paid separately. */
export function ComponentsEditor() {
  const { plan, change } = useDesigner();
  return (
    <section aria-labelledby="plan-components">
      <h2 id="plan-components" className="font-display text-lg font-semibold">
        Komponen bonus
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-sm text-muted">
        Setiap komponen dibayar sendiri-sendiri. Urutannya adalah urutan di rincian bonus anggota.
      </p>
      <PathFault path="components" />
      <EditableList
        path="components"
        label="Komponen bonus"
        items={plan.components}
        nameOf={({ name, kind }) => name || kindWords[kind].name}
        summary={(component) => ratesText(component, plan.ranks)}
        onMove={(at, step) =>
          change((before) => ({ ...before, components: moved(before.components, at, step) }))
        }
        onRemove={(at) =>
          change((before) => ({ ...before, components: without(before.components, at) }))
        }
        adds={kinds.map((kind) => ({
          title: `Tambah ${kindWords[kind].name.toLowerCase()}`,
          text: kindWords[kind].text,
          add: () => change((before) => addComponent(before, kind, kindWords[kind].name)),
        }))}
        render={(component, at) => <ComponentFields component={component} at={at} />}
      />
    </section>
  );
}

/** Describes a component's kind, its rates, and the points that they apply to. */
function ratesText(component: ComponentForm, ranks: RankForm[]): string {
  const { kind, volume, rate, rates, rankRates } = component;
  const figures = {
    personal: rate,
    level: rates.join(' · '),
    generation: rates.join(' · '),
    differential: Object.values(byRank(rankRates, ranks)).join(' · '),
    pool: component.percent,
  }[kind];
  return `${kindWords[kind].name}: ${percent(figures || '…')} dari ${volumeNames[volume]}`;
}

function ComponentFields({ component, at }: { component: ComponentForm; at: number }) {
  const { change, kept } = useDesigner();
  const tie = useFieldBinding();
  const path = `components.${at}`;
  const set = (next: Partial<ComponentForm>) =>
    change((before) => ({
      ...before,
      components: before.components.map((each, place) =>
        place === at ? { ...each, ...next } : each,
      ),
    }));
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        <span className="font-medium text-ink">{kindWords[component.kind].name}.</span>{' '}
        {kindWords[component.kind].text}
      </p>
      <NamedFields
        label="Nama komponen"
        path={path}
        named={component}
        onName={(name) => change((before) => nameComponent(before, at, name, kept.components))}
        onCode={(code) => set({ code })}
      >
        <SelectField
          label="Poin dari"
          {...tie(`${path}.volume`)}
          value={component.volume}
          onChange={({ target }) => set({ volume: target.value as Volume })}
        >
          {volumes.toReversed().map((volume) => (
            <option key={volume} value={volume}>
              {volumeNames[volume]}
            </option>
          ))}
        </SelectField>
      </NamedFields>
      <ComponentRates path={path} component={component} onChange={set} />
      <NeedsEditor
        path={`${path}.needs`}
        needs={component.needs}
        first="pv"
        none="Tanpa syarat: setiap anggota dapat menerimanya."
        onChange={(needs) => set({ needs })}
      />
    </>
  );
}
