import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Problem } from '@/ui/Problem';
import type { Draft } from './useDraft';

type Props<T extends object> = {
  draft: Draft<T>;
  children: ReactNode;
  /** Label of the button. */
  save?: string;
  /** Displayed names of the fields, for reporting changes by others. */
  labels?: Partial<Record<keyof T & string, string>>;
  /** Further buttons, before the save button. */
  actions?: ReactNode;
  /** Whether the bar is the end of the form, as in a dialog or a card, and does not stay in view. */
  plain?: boolean;
  /** Id of the heading that says what the button saves, where a page has several forms. */
  headingId?: string;
};

const bar =
  'sticky bottom-0 z-20 -mx-4 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8';

/**
 * Form with the bar that saves it, and its messages when the server refuses or someone else saved
 * first.
 */
export function DraftForm<T extends object>({
  draft,
  children,
  save = 'Simpan',
  labels,
  actions,
  plain = false,
  headingId,
}: Props<T>) {
  const { form, submit, failure, busy, dirty, restored, discard, conflict } = draft;
  const choice = useRef<HTMLDivElement>(null);
  // The pressed button is disabled now: the keyboard focus moves to the choice.
  useEffect(() => {
    if (conflict) choice.current?.focus();
  }, [conflict]);
  const changed = conflict
    ? Object.entries(labels ?? {}).filter(([name]) => {
        const field = name as keyof T;
        return JSON.stringify(conflict[field]) !== JSON.stringify(draft.base[field]);
      })
    : [];
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {restored && dirty && (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center gap-3 rounded-2xl bg-info-soft px-4 py-3 text-sm text-info"
        >
          <p className="min-w-0 flex-1">Isian Anda yang belum disimpan masih ada di sini.</p>
          <Button look="outline" onClick={discard}>
            Buang isian
          </Button>
        </div>
      )}
      {children}
      <div data-sticky-bar={plain ? undefined : ''} className={`mt-6 ${plain ? '' : bar}`}>
        {failure && (
          <div className="mb-3">
            <Problem text={failure} />
          </div>
        )}
        {conflict && (
          <div
            ref={choice}
            tabIndex={-1}
            className="mb-3 flex flex-wrap items-center gap-3 text-sm outline-none"
          >
            <p className="min-w-0 flex-1 basis-60">
              {changed.length > 0
                ? `Yang diubah orang lain: ${changed.map(([, label]) => String(label)).join(', ')}.`
                : 'Isinya sudah berbeda dari yang Anda buka.'}
            </p>
            <Button look="outline" onClick={draft.takeTheirs}>
              Pakai versi terbaru
            </Button>
            <Button look="outline" onClick={draft.overwrite}>
              Pertahankan isian saya
            </Button>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {dirty && !failure && (
            <p className="mr-auto text-sm text-muted">Ada isian yang belum disimpan.</p>
          )}
          {actions}
          <Button
            type="submit"
            aria-describedby={headingId}
            busy={busy && 'Menyimpan...'}
            disabled={conflict !== null}
          >
            {save}
          </Button>
        </div>
      </div>
    </form>
  );
}
