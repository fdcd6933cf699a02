/** Shared state of the designer's fields: the plan that is being written, and its faults by field. */
import { createContext, useContext } from 'react';
import type { PlanForm } from './planForm';

/** Fault: the path of the field, as the server names it, and the message. */
export type Fault = { field: string; message: string };

/** State shared by the designer's fields. */
export type Designer = {
  plan: PlanForm;
  /** Replaces the plan with a changed one. */
  change: (next: (plan: PlanForm) => PlanForm) => void;
  faults: readonly Fault[];
  /** Codes of published versions, which must not change. */
  kept: { ranks: ReadonlySet<string>; components: ReadonlySet<string> };
};

/** Provides the state to the fields below. */
export const DesignerContext = createContext<Designer | null>(null);

/** Returns the state of the designer around a field. */
export function useDesigner(): Designer {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('this field is part of a designer');
  return designer;
}

/** Returns a function that ties an input to the field at a path: its name there, and its fault. */
export function useFieldBinding(): (path: string) => { name: string; error: string | undefined } {
  const { faults } = useDesigner();
  return (path) => ({
    name: path,
    error: faults.find(({ field }) => field === path)?.message,
  });
}

/** Returns the place of a fault in words: `Peringkat Builder, syarat 2`. */
export function placeOf(path: string, plan: PlanForm): string {
  const [list, at, ...rest] = path.split('.');
  const item = list === 'ranks' || list === 'components' ? plan[list][Number(at)] : undefined;
  if (!item)
    return (
      generalPlaces[path] ??
      (list === 'ranks' ? 'Peringkat' : list === 'components' ? 'Komponen' : 'Rencana')
    );
  const name = `${list === 'ranks' ? 'Peringkat' : 'Komponen'} ${item.name || Number(at) + 1}`;
  const [part, inner] = rest;
  if (part === 'needs' && inner) return `${name}, syarat ${Number(inner) + 1}`;
  if ((part === 'rates' || part === 'shares') && inner) {
    const rank = plan.ranks.find(({ code }) => code === inner)?.name;
    return `${name}, ${rank ?? (/^\d+$/.test(inner) ? `ke-${Number(inner) + 1}` : inner)}`;
  }
  return name;
}

const generalPlaces: Record<string, string> = {
  name: 'Nama rencana',
  point_value_rp: 'Nilai satu poin',
  cap_percent: 'Batas semua bonus',
  member_cap_rp: 'Batas per anggota',
  boundary_rank: 'Peringkat batas',
};

/**
 * Moves the focus to the field at a path, or to the nearest existing one, and unfolds its parents;
 * returns false if the page has none.
 */
export function goTo(path: string): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-designer] [name]')];
  const named = (wanted: string) =>
    fields.find((field) => field.getAttribute('name') === wanted) ??
    fields.find((field) => field.getAttribute('name')?.startsWith(`${wanted}.`));
  let wanted = path;
  let found = named(wanted);
  while (!found && wanted.includes('.')) {
    wanted = wanted.slice(0, wanted.lastIndexOf('.'));
    found = named(wanted);
  }
  const fold = found?.closest('details');
  if (fold) fold.open = true;
  found?.focus();
  return found !== undefined;
}
