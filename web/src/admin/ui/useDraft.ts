/** A form of the admin: what is typed stays until it is saved, whatever the server or the network does. */
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { currentOf } from '@/api/save';
import { ApiError, sentence } from '@/errors';
import { store, storedText, useAtom } from '@/state';

type Errors<T> = Partial<Record<keyof T & string, string>>;

/** Form as kept in the tab: the typed values, and the values that they replace. */
type Kept<T> = { draft: T; base: T };

type Options<T> = {
  /** Names the form among all others, such as `product-12`. */
  name: string;
  /**
   * Values from the server, or the first values of a new item; its `version`, if there is one, tells what was edited.
   */
  initial: T;
  /** Sends what was typed; `base` is what it was typed over. */
  save: (draft: T, base: T) => Promise<unknown>;
  /** Turns what the server has now, told by a conflict, into the form's fields. */
  read?: (current: never) => T;
};

/** Everything that a form needs; see `Draft.tsx` for how it looks. */
export type Draft<T extends object> = ReturnType<typeof useDraft<T>>;

/** Keeps a form: its fields, errors, and the way to the server. */
export function useDraft<T extends object>({ name, initial, save, read }: Options<T>) {
  const kept = useMemo(() => storedText(`admin:${name}`, sessionStorage), [name]);
  const [text, setText] = useAtom(kept);
  const [errors, setErrors] = useState<Errors<T>>({});
  const [failure, setFailure] = useState<string | null>(null);
  // A new one each time: the same field may be refused twice.
  const [refused, setRefused] = useState<{ field: string } | null>(null);
  const [conflict, setConflict] = useState<T | null>(null);
  const [busy, setBusy] = useState(false);
  // State of the server that is still to come, saved by this form or by others: it goes below what was typed over it.
  const [outrun, setOutrun] = useState<{ sent: T; initial: T } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // A draft that is on its way to the server, or was refused there, stays as it was sent, whatever comes back meanwhile.
  const isSettled = !busy && outrun === null && conflict === null;
  const { draft, base } = useMemo(
    () => readKept(text, initial, isSettled),
    [text, initial, isSettled],
  );
  const dirty = !same(draft, base);
  // Whether there was something typed before this page was opened.
  const [restored, setRestored] = useState(dirty);

  // What is typed last, asked for when it is needed: a picture that took its time to be uploaded, or a form that was
  // drawn a moment ago, must not undo what was typed meanwhile.
  const latest = () => readKept(store.get(kept), initial, isSettled);
  const keep = (next: T, over: T) =>
    setText(same(next, over) ? null : JSON.stringify({ draft: next, base: over }));
  const change = (typed: Partial<T>) => {
    const { draft: before, base: over } = latest();
    keep({ ...before, ...typed }, over);
    // It was about what stood there before.
    setFailure(null);
    setErrors((shown) => {
      const after = { ...shown };
      for (const field of Object.keys(typed)) delete after[field as keyof Errors<T>];
      return after;
    });
  };

  /** Gives up what was typed. */
  const discard = () => {
    setText(null);
    setErrors({});
    setFailure(null);
    setConflict(null);
    setRestored(false);
  };

  /** Does something with what was typed and shows by field what the server refuses; gives whether it was done. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(sentence(error, 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.'));
      if (error instanceof ApiError) {
        const fields = refusedFields<T>(error);
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
      // What was saved is the page's own a task later: until then what was there before would be seen.
      await new Promise<void>((resolve) => {
        setTimeout(resolve);
      });
      const { draft: now } = latest();
      // A form that was left is done with.
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
     * Current values on the server, after someone else changed them; null unless the server refused the save for that.
     */
    conflict,
    /** Puts what was typed over what the server has now. */
    overwrite: () => {
      if (!conflict) return;
      setConflict(null);
      const next = { ...draft, ...('version' in conflict ? { version: conflict.version } : {}) };
      keep(next, conflict);
      if (!same(initial, conflict)) setOutrun({ sent: conflict, initial });
      setFailure('Isian Anda akan menggantikan perubahan itu. Periksa sekali lagi, lalu simpan.');
    },
    /** Takes what the server has now and gives up what was typed. */
    takeTheirs: () => discard(),
    /** Sends what was typed; gives whether it was done. */
    send: () => send(base),
    submit: (event: FormEvent) => {
      event.preventDefault();
      void send(base);
    },
    /** Returns an input's props for a field that holds text. */
    tie: (field: keyof T & string) => ({
      name: field,
      value: String(draft[field] ?? ''),
      error: errors[field],
      onChange: (event: { target: { value: string } }) =>
        change({ [field]: event.target.value } as Partial<T>),
    }),
  };
}

/** Reads what is kept of a form, over what the server has today where `isSettled`. */
function readKept<T extends object>(text: string | null, initial: T, isSettled: boolean): Kept<T> {
  if (text === null) return { draft: initial, base: initial };
  const kept = JSON.parse(text) as Kept<T>;
  return isSettled ? overToday(kept, initial) : kept;
}

/**
 * Puts what was typed over what the server has today. Fields that nobody typed are today's. Where a field that was typed has
 * also changed on the server, all stays as it was typed, so that the server says who was quicker.
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

/** Returns the one of these fields that comes first in the form, in reading order. */
function firstOf<Name extends string>(
  form: HTMLFormElement | null,
  names: Name[],
): Name | undefined {
  const fields = [...(form?.elements ?? [])].map((element) => element.getAttribute('name'));
  const shown = names.filter((name) => fields.includes(name));
  return shown.toSorted((a, b) => fields.indexOf(a) - fields.indexOf(b))[0] ?? names[0];
}

/** The server's sentences by field. */
function refusedFields<T>(error: ApiError): Errors<T> {
  const { fields } = (error.answer ?? {}) as { fields?: { field: string; message: string }[] };
  return Object.fromEntries(
    (fields ?? []).map(({ field, message }) => [field, message]),
  ) as Errors<T>;
}
