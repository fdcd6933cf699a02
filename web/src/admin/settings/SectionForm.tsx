import { useId, type ReactNode } from 'react';
import { DraftForm } from '@/admin/ui/DraftForm';
import type { Draft } from '@/admin/ui/useDraft';

type Props<T extends object> = {
  title: string;
  draft: Draft<T>;
  /** Displayed names of the fields, for reporting changes by others. */
  labels: Partial<Record<keyof T & string, string>>;
  children: ReactNode;
};

/** Card of a section of the settings, with its own save button. */
export function SectionForm<T extends object>({ title, draft, labels, children }: Props<T>) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="card p-5 sm:p-6">
      <h2 id={headingId} className="mb-4 font-display text-lg font-semibold">
        {title}
      </h2>
      <DraftForm draft={draft} labels={labels} headingId={headingId} plain>
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
      </DraftForm>
    </section>
  );
}
