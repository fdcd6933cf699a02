/**
 * Plan that is being written, with its example network. The server stores it as a draft,
 * automatically and on request; until then the tab stores it.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PlanDraftPage } from '@/api/schema';
import { adminQuery } from '@/admin/ui/adminQuery';
import { currentOf, save } from '@/api/save';
import { sentence } from '@/errors';
import { networkOf } from './exampleNetwork';
import { documentOf, formOf, type PlanForm } from './planForm';

/** Pause in typing after which the draft is saved automatically, in milliseconds. */
const REST = 1500;

/** Query of a draft with its document, by id. */
export const draftQuery = (id: number) =>
  adminQuery('/api/admin/compensation-plan-drafts/{id}', { id: String(id) });

type Unsaved = { plan: unknown; example: unknown; version: number };

const keyOf = (id: number) => `admin:plan-draft-${id}`;

function unsavedOf(id: number): Unsaved | null {
  const text = sessionStorage.getItem(keyOf(id));
  return text === null ? null : (JSON.parse(text) as Unsaved);
}

/** Manages the form of a draft, and whether the server has saved it. */
export function usePlanDraft(draft: PlanDraftPage) {
  const { id } = draft;
  const [begun] = useState(() => unsavedOf(id));
  const [plan, setPlan] = useState<PlanForm>(() => formOf(begun?.plan ?? draft.plan));
  const [network, setNetwork] = useState(() => networkOf(begun?.example ?? draft.example));
  // Content on the server, and the version of it that was edited.
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
  // The version can change without a change of content: when the draft starts to wait for
  // publishing.
  const version = isTheirs ? draft.version : kept.version;
  // Trying figures on a plan that waits for a second owner must not withdraw its request.
  const isTried = !draft.waiting && example !== kept.example;
  const isSaved = text === kept.text && !isTried;
  // Without unsaved changes, another administrator's version is simply shown.
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

  // Typed values survive a reload of the tab; leaving the tab with unsaved ones asks for
  // confirmation.
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

  // A draft that still waits to be saved is saved when the user leaves for another page.
  const leave = useRef<() => void>(() => undefined);
  useEffect(() => {
    leave.current = () => {
      if (waits) void send().then((done) => done && sessionStorage.removeItem(keyOf(id)));
    };
  }, [waits, send, id]);
  useEffect(() => () => leave.current(), []);

  return {
    plan,
    /** Example network on which the plan is tried. */
    network,
    version,
    isSaved,
    busy,
    failure,
    /**
     * Current state on the server, if another administrator has changed the draft since it was
     * loaded.
     */
    conflict,
    change: useCallback((next: (plan: PlanForm) => PlanForm) => {
      setPlan(next);
      // The failure concerned the previous plan.
      setFailure(null);
    }, []),
    changeNetwork: setNetwork,
    save: send,
    /** Takes the other administrator's version instead of the typed values. */
    takeTheirs: () => {
      if (!conflict) return;
      take(conflict);
      setConflict(null);
      setFailure(null);
    },
    /** Continues with the typed values; saving them replaces the other administrator's version. */
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

/** Returns the server's state in the form in which it is compared with typed values. */
function keptOf({ plan, example, version }: PlanDraftPage) {
  return { text: textOf(formOf(plan)), example: JSON.stringify(networkOf(example)), version };
}

function textOf(plan: PlanForm): string {
  return JSON.stringify(documentOf(plan));
}
