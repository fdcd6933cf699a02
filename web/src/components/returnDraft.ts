/** Choices and text of a return before it is sent. */
import type { ReturnPieces, OrderReturns, ReturnKind, ReturnReason } from '@/api/schema';
import { atom } from '@/state';

/** Maximum number of pictures of a return. */
export const MOST_PICTURES = 5;

/** Draft of a return: the chosen pieces, and the values of the form. */
export type ReturnDraft = {
  /** Number of pieces, by id of the line. */
  pieces: Record<number, number>;
  kind: ReturnKind | null;
  reason: ReturnReason | '';
  note: string;
  pictures: File[];
};

/** Draft of a return before any input. */
export const emptyReturn: ReturnDraft = {
  pieces: {},
  kind: null,
  reason: '',
  note: '',
  pictures: [],
};

/**
 * Drafts of returns, by order. They outlive the page: neither the end of a session nor a visit to
 * another page loses anything. They stay in memory only, because they are private.
 */
export const returnDraftsAtom = atom<Record<string, ReturnDraft>>({});

/** Returns the chosen pieces that can still be returned. */
export function chosenLines(draft: ReturnDraft, { lines }: OrderReturns): ReturnPieces[] {
  return lines.flatMap(({ line_id, open }) => {
    const quantity = Math.min(draft.pieces[line_id] ?? 0, open);
    return quantity > 0 ? [{ line_id, quantity }] : [];
  });
}

/**
 * Returns the kind of the return: the chosen one, if it is offered, or else the first one offered.
 */
export function chosenKind({ kind }: ReturnDraft, { kinds }: OrderReturns): ReturnKind {
  return kinds.find((each) => each === kind) ?? kinds[0] ?? 'refund';
}
