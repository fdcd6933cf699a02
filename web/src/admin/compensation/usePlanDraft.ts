/** A plan that is being written, with the example that it is tried on: kept by the server as a draft, by itself and when asked, and in the tab until then. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PlanDraftPage } from '@/api/schema';
import { adminQuery } from '@/admin/ui/adminQuery';
import { currentOf, save } from '@/api/save';
import { sentence } from '@/errors';
import { networkOf } from './exampleNetwork';
import { documentOf, formOf, type PlanForm } from './planForm';

/** Time without typing before the draft is saved automatically, in milliseconds. */
const REST = 1500;

/** A draft with its document, by its key. */
export const draftQuery = (id: number) =>
  adminQuery('/api/admin/compensation-plan-drafts/{id}', { id: String(id) });

type Unsaved = { plan: unknown; example: unknown; version: number };

const keyOf = (id: number) => `admin:plan-draft-${id}`;

function unsavedOf(id: number): Unsaved | null {
  const text = sessionStorage.getItem(keyOf(id));
  return text === null ? null : (JSON.parse(text) as Unsaved);
}

/** The form of a draft, and how it stands with the server. */
export function usePlanDraft(draft: PlanDraftPage) {
  const { id } = draft;
  const [begun] = useState(() => unsavedOf(id));
  const [plan, setPlan] = useState<PlanForm>(() => formOf(begun?.plan ?? draft.plan));
  const [network, setNetwork] = useState(() => networkOf(begun?.example ?? draft.example));
  // What the server has, and which edit of it that is.
  const [kept, setKept] = useState(() => ({
    ...keptOf(draft),
    version: begun?.version ?? draft.version,
  }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<PlanDraftPage | null>(null);
  const text = useMemo(() => textOf(plan), [plan]);
  const example = JSON.stringify(network);
  const theirs = useMemo(() => keptOf(draft), [draft]);
  const isTheirs = theirs.text === kept.text && theirs.example === kept.example;
  // What the server has may get another number without another word: when it waits to be published.
  const version = isTheirs ? draft.version : kept.version;
  // Whoever tries figures on a plan that waits for a second owner does not take it back by that.
  const isTried = !draft.waiting && example !== kept.example;
  const isSaved = text === kept.text && !isTried;
  // Where nothing was typed, what someone else made of it is simply shown.
  if (isSaved && !isTheirs && !busy && draft.version > kept.version) {
    take(draft);
  }

  function take(taken: PlanDraftPage) {
    setPlan(formOf(taken.plan));
    setNetwork(networkOf(taken.example));
    setKept(keptOf(taken));
  }

  const send = useCallback(async (): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      const tried = isTried && { example: JSON.parse(example) as object };
      const body = { plan: JSON.parse(text) as object, ...tried, version };
      const after = await save(
        'PUT /api/admin/compensation-plan-drafts/{id}',
        { params: { id: String(id) }, body },
        { keep: draftQuery(id), changes: ['/api/admin/compensation-plan-drafts'] },
      );
      setKept({ text, example: isTried ? example : kept.example, version: after.version });
      return true;
    } catch (error) {
      const current = currentOf<PlanDraftPage>(error);
      if (current) setConflict(current);
      setFailure(sentence(error, 'Draf gagal disimpan. Isian Anda tetap ada, coba lagi.'));
      return false;
    } finally {
      setBusy(false);
    }
  }, [id, text, example, isTried, kept.example, version]);

  // What is typed survives the tab's reload, and whoever leaves with it is asked.
  useEffect(() => {
    if (isSaved) return sessionStorage.removeItem(keyOf(id));
    sessionStorage.setItem(
      keyOf(id),
      JSON.stringify({ plan: documentOf(plan), example: network, version }),
    );
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [id, isSaved, plan, network, version]);

  const waits = !isSaved && !busy && !failure && !conflict;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void send(), REST);
    return () => clearTimeout(timer);
  }, [waits, send]);

  // Whoever goes to another page takes the draft along as it was left.
  const leave = useRef<() => void>(() => undefined);
  useEffect(() => {
    leave.current = () => {
      if (waits) void send().then((done) => done && sessionStorage.removeItem(keyOf(id)));
    };
  }, [waits, send, id]);
  useEffect(() => () => leave.current(), []);

  return {
    plan,
    /** The example that the plan is tried on. */
    network,
    version,
    isSaved,
    busy,
    failure,
    /** Current state on the server, where someone else changed it meanwhile. */
    conflict,
    change: useCallback((next: (plan: PlanForm) => PlanForm) => {
      setPlan(next);
      // It was about what stood there before.
      setFailure(null);
    }, []),
    changeNetwork: setNetwork,
    save: send,
    /** Takes what someone else made of it. */
    takeTheirs: () => {
      if (!conflict) return;
      take(conflict);
      setConflict(null);
      setFailure(null);
    },
    /** Goes on with what was typed; saved, it takes the place of what someone else made. */
    overwrite: () => {
      if (!conflict) return;
      setKept(keptOf(conflict));
      setConflict(null);
      setFailure(null);
    },
  };
}

/** State of a draft in the designer. */
export type PlanDraftState = ReturnType<typeof usePlanDraft>;

/** Returns the server's state in the form in which typed values are compared. */
function keptOf({ plan, example, version }: PlanDraftPage) {
  return { text: textOf(formOf(plan)), example: JSON.stringify(networkOf(example)), version };
}

function textOf(plan: PlanForm): string {
  return JSON.stringify(documentOf(plan));
}
