import type { ReactNode } from 'react';
import type { Draft } from '@/admin/ui/useDraft';
import { TextAreaField } from '@/ui/Field';
import { Markdown } from '@/ui/Markdown';

/** As long as the text, beside what is shown of it. */
const bodyStyle = { fieldSizing: 'content', minHeight: '24rem' } as const;

type Props<T extends { body: string }> = {
  /** The form that the text is a field of. */
  draft: Draft<T>;
  /** What stands above the text where visitors read it. */
  title: string;
  /** The fields before the text. */
  children: ReactNode;
};

/** A text in Markdown with what visitors will see of it. */
export function TextEditor<T extends { body: string }>({ draft, title, children }: Props<T>) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <div className="grid gap-4">
        {children}
        <TextAreaField
          label="Isi"
          style={bodyStyle}
          spellCheck
          {...draft.tie('body')}
          hint="Markdown: ## judul bagian, - daftar, 1. langkah, **tebal**, *miring*, [teks](/alamat). Pisahkan paragraf dengan baris kosong."
        />
      </div>
      <section aria-label="Pratinjau" className="min-w-0 card p-5 sm:p-6">
        <p className="text-xs font-medium text-muted">Pratinjau</p>
        <p className="mt-2 font-display text-3xl font-semibold wrap-anywhere">{title}</p>
        <div className="mt-4 wrap-anywhere">
          <Markdown text={draft.draft.body} />
        </div>
      </section>
    </div>
  );
}
