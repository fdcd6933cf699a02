import type { ReactNode } from 'react';
import type { Draft } from '@/admin/ui/useDraft';
import { Field } from '@/ui/Field';
import { Markdown } from '@/ui/Markdown';
import { TextTools } from './TextTools';

/** Style of the text area, which grows with its text. */
const bodyStyle = { fieldSizing: 'content', minHeight: '24rem' } as const;

type Props<T extends { body: string }> = {
  /** Form that contains the text. */
  draft: Draft<T>;
  /** Title above the text in the visitors' view. */
  title: string;
  /** The fields before the text. */
  children: ReactNode;
};

/** Editor of a text in Markdown, with a preview of the visitors' view. */
export function TextEditor<T extends { body: string }>({ draft, title, children }: Props<T>) {
  const { error, ...body } = draft.tie('body');
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <div className="grid gap-4">
        {children}
        <Field
          label="Isi"
          error={error}
          hint="Pilih teksnya lalu tekan tombolnya, atau tulis Markdown: ## judul bagian, - daftar, 1. langkah, **tebal**, *miring*, [teks](/alamat). Pisahkan paragraf dengan baris kosong."
        >
          {(wiring) => (
            <>
              <TextTools area={wiring.id} />
              <textarea style={bodyStyle} spellCheck {...body} {...wiring} />
            </>
          )}
        </Field>
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
