import { Check, CircleDot } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { goTo, useDesigner } from './designer';
import type { PlanDraftState } from './usePlanDraft';

type Props = {
  draft: PlanDraftState;
  /** Links to the step after saving. */
  children: ReactNode;
};

/** Save state of the draft, at the lower edge of the screen. */
export function SaveBar({ draft, children }: Props) {
  const { isSaved, busy, failure, conflict, save, takeTheirs, overwrite } = draft;
  const { faults } = useDesigner();
  const [first] = faults;
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict) choice.current?.focus();
  }, [conflict]);
  const Icon = isSaved ? Check : CircleDot;
  return (
    <div
      data-sticky-bar
      className="sticky bottom-0 z-20 -mx-4 mt-6 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
    >
      {failure && !conflict && (
        <div className="mb-3">
          <Problem text={failure} />
        </div>
      )}
      {conflict && (
        <div
          ref={choice}
          role="alert"
          tabIndex={-1}
          className="mb-3 flex flex-wrap items-center gap-3 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn outline-none"
        >
          <p className="min-w-0 flex-1 basis-60">
            {conflict.changed_by} sudah mengubah draf ini pada {dateTime(conflict.changed_at)}.
            Isian Anda masih ada di layar.
          </p>
          <Button look="outline" onClick={takeTheirs}>
            Pakai versi terbaru
          </Button>
          <Button look="outline" onClick={overwrite}>
            Pertahankan isian saya
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="mr-auto flex flex-wrap items-center gap-x-4 text-sm">
          <p
            role="status"
            className={`flex items-center gap-2 ${isSaved ? 'text-brand' : 'text-muted'}`}
          >
            <Icon aria-hidden size={17} />
            {busy ? 'Menyimpan...' : isSaved ? 'Tersimpan' : 'Belum tersimpan'}
          </p>
          {first && (
            <button
              type="button"
              onClick={() => goTo(first.field)}
              className="min-h-11 text-danger underline underline-offset-4"
            >
              Perbaiki {faults.length} hal
            </button>
          )}
        </div>
        <Button
          look="outline"
          busy={busy && 'Menyimpan...'}
          disabled={conflict !== null}
          onClick={() => (isSaved ? toast('success', 'Sudah tersimpan') : void save())}
        >
          Simpan draf
        </Button>
        {children}
      </div>
    </div>
  );
}
