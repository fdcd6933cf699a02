/**
 * Form of the office: typed values are retained until they are saved, whatever happens to the
 * server or the network.
 */
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { currentOf } from '@/api/save';
import { ApiError, sentence } from '@/errors';
import { fieldErrors } from '@/fieldErrors';
import { store, storedText, useAtom } from '@/state';

type Errors<T> = Partial<Record<keyof T & string, string>>;

/** Form as stored in the tab: the typed values, and the values that they replace. */
type Kept<T> = { draft: T; base: T };

type Options<T> = {
  /** Unique name of the form, such as `product-12`. */
  name: string;
  /**
   * Values from the server, or the first values of a new item; its `version`, if present,
   * identifies the edited state.
   */
  initial: T;
  /** Sends the typed values; `base` holds the values that they replace. */
  save: (draft: T, base: T) => Promise<unknown>;
  /** Converts the server's current values, as returned with a conflict, into the form's fields. */
  read?: (current: never) => T;
};

/** State and functions of a form; see `DraftForm.tsx` for its appearance. */
export type Draft<T extends object> = ReturnType<typeof useDraft<T>>;

/** Manages a form: its fields, its errors, and saving to the server. */
export function useDraft<T extends object>({ name, initial, save, read }: Options<T>) {
  const kept = useMemo(() => storedText(`admin:${name}`, sessionStorage), [name]);
  const [text, setText] = useAtom(kept);
  const [errors, setErrors] = useState<Errors<T>>({});
  const [failure, setFailure] = useState<string | null>(null);
  // A new object each time: the same field may be refused twice.
  const [refused, setRefused] = useState<{ field: string } | null>(null);
  const [conflict, setConflict] = useState<T | null>(null);
  const [busy, setBusy] = useState(false);
  // Values that were saved, and the server's values before. They are set if more was typed during
  // the save, until the saved state arrives; the newer text is then put on top of it.
  const [outrun, setOutrun] = useState<{ sent: T; initial: T } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // A draft that is being sent, or was refused, stays as it was sent, whatever arrives in the
  // meantime.
  const isSettled = !busy && outrun === null && conflict === null;
  const { draft, base } = useMemo(
    () => readKept(text, initial, isSettled),
    [text, initial, isSettled],
  );
  const dirty = !same(draft, base);
  // Whether values were typed before this page was opened.
  const [restored, setRestored] = useState(dirty);

  // Latest typed values, read only when needed: a slow picture upload, or an outdated render of the
  // form, must not undo newer input.
  const latest = () => readKept(store.get(kept), initial, isSettled);
  const keep = (next: T, over: T) =>
    setText(same(next, over) ? null : JSON.stringify({ draft: next, base: over }));
  const change = (typed: Partial<T>) => {
    const { draft: before, base: over } = latest();
    keep({ ...before, ...typed }, over);
    // The failure was about the earlier value.
    setFailure(null);
    setErrors((shown) => {
      const after = { ...shown };
      for (const field of Object.keys(typed)) delete after[field as keyof Errors<T>];
      return after;
    });
  };

  /** Discards the typed values. */
  const discard = () => {
    setText(null);
    setErrors({});
    setFailure(null);
    setConflict(null);
    setRestored(false);
  };

  /**
   * Runs an action with the typed values and shows the server's refusals by field; returns whether
   * it succeeded.
   */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(sentence(error, 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.'));
      if (error instanceof ApiError) {
        const fields = fieldErrors<keyof T & string>(error);
        const first = firstOf(form.current, Object.keys(fields) as (keyof T & string)[]);
        setErrors(fields);
        setRefused({ field: first ?? '' });
        if (first && fields[first]) setFailure(fields[first]);
        const current = currentOf(error);
        if (current !== undefined && read) setConflict(read(current as never));
      }
      return false;
    } finally {
      setBusy(false);
    }
  };

  const send = (over: T) => {
    keep(draft, over);
    return attempt(async () => {
      await save(draft, over);
      // The saved values reach the page one task later: until then the old values would be shown.
      await new Promise<void>((resolve) => {
        setTimeout(resolve);
      });
      const { draft: now } = latest();
      // A form that was left needs no draft any longer.
      if (same(now, draft) || !form.current) return discard();
      keep(now, draft);
      setOutrun({ sent: draft, initial });
    });
  };

  useEffect(() => {
    if (!outrun || initial === outrun.initial) return;
    const typed = Object.entries(draft).filter(
      ([field, value]) => !same(value, outrun.sent[field as keyof T]),
    );
    // oxlint-disable-next-line react/set-state-in-effect -- what was saved comes back as a new `initial`
    setOutrun(null);
    const next = { ...initial, ...Object.fromEntries(typed) };
    setText(same(next, initial) ? null : JSON.stringify({ draft: next, base: initial }));
  }, [outrun, initial, draft, setText]);

  useEffect(() => {
    const place = refused && form.current?.elements.namedItem(refused.field);
    if (place instanceof HTMLElement) place.focus();
  }, [refused]);

  return {
    draft,
    base,
    errors,
    failure,
    busy,
    dirty,
    restored,
    form,
    change,
    discard,
    attempt,
    /**
     * Current values on the server, if it refused the save because someone else changed them;
     * otherwise null.
     */
    conflict,
    /** Puts the typed values on top of the server's current values. */
    overwrite: () => {
      if (!conflict) return;
      setConflict(null);
      const next = { ...draft, ...('version' in conflict ? { version: conflict.version } : {}) };
      keep(next, conflict);
      if (!same(initial, conflict)) setOutrun({ sent: conflict, initial });
      setFailure('Isian Anda akan menggantikan perubahan itu. Periksa sekali lagi, lalu simpan.');
    },
    /** Accepts the server's current values and discards the typed values. */
    takeTheirs: () => discard(),
    /** Sends the typed values; returns whether this succeeded. */
    send: () => send(base),
    submit: (event: FormEvent) => {
      event.preventDefault();
      void send(base);
    },
    /** Returns an input's props for a field that holds text, or `true` or `false`. */
    tie: (field: keyof T & string) => ({
      name: field,
      value: String(draft[field] ?? ''),
      error: errors[field],
      onChange: (event: { target: { value: string } }) =>
        change({
          [field]:
            typeof draft[field] === 'boolean' ? event.target.value === 'true' : event.target.value,
        } as Partial<T>),
    }),
  };
}

/** Reads the stored form, on top of the server's current values if `isSettled`. */
function readKept<T extends object>(text: string | null, initial: T, isSettled: boolean): Kept<T> {
  if (text === null) return { draft: initial, base: initial };
  const kept = JSON.parse(text) as Kept<T>;
  return isSettled ? overToday(kept, initial) : kept;
}

/**
 * Puts the typed values on top of the server's current values. Fields that were not typed get the
 * current value. If a typed field has also changed on the server, everything stays as typed, so
 * that the server reports the conflict.
 */
function overToday<T extends object>({ draft, base }: Kept<T>, initial: T): Kept<T> {
  const fields = Object.keys(initial) as (keyof T)[];
  const typed = fields.filter((field) => field in draft && !same(draft[field], base[field]));
  const crossed = typed.some(
    (field) => !same(base[field], initial[field]) && !same(draft[field], initial[field]),
  );
  if (crossed) return { draft: { ...initial, ...draft }, base: { ...initial, ...base } };
  const kept = typed.map((field) => [field, draft[field]]);
  return { draft: { ...initial, ...Object.fromEntries(kept) }, base: initial };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the field among these that comes first in the form, in reading order. */
function firstOf<Name extends string>(
  form: HTMLFormElement | null,
  names: Name[],
): Name | undefined {
  const fields = [...(form?.elements ?? [])].map((element) => element.getAttribute('name'));
  const shown = names.filter((name) => fields.includes(name));
  return shown.toSorted((a, b) => fields.indexOf(a) - fields.indexOf(b))[0] ?? names[0];
}
