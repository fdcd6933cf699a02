import '@github/markdown-toolbar-element';
import { Bold, Heading2, Heading3, Link, List, ListOrdered, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /**
       * Element of the library: its buttons format the selection in the text area with this id; arrow keys move between
       * the buttons.
       */
      'markdown-toolbar': ComponentProps<'div'> & { for: string };
    }
  }
}

/** Formats of the text, with the library's names for them. */
const marks: [mark: string, icon: LucideIcon, label: string][] = [
  ['header-2', Heading2, 'Judul bagian'],
  ['header-3', Heading3, 'Judul kecil'],
  ['bold', Bold, 'Tebal'],
  ['unordered-list', List, 'Daftar'],
  ['ordered-list', ListOrdered, 'Daftar bernomor'],
  ['link', Link, 'Tautan'],
];

/**
 * Buttons that format the selection in a text area, or the text at the cursor, so that writers need
 * not know Markdown.
 */
export function TextTools({ area }: { area: string }) {
  return (
    <markdown-toolbar
      for={area}
      aria-label="Bentuk teks"
      className="sticky top-16 z-10 mb-1.5 flex flex-wrap gap-1 bg-paper xl:top-0"
    >
      {marks.map(([mark, Icon, label]) => (
        <button
          key={mark}
          type="button"
          data-md-button={mark}
          aria-label={label}
          title={label}
          className="grid size-11 place-items-center rounded-xl text-muted hover:bg-brand-soft hover:text-brand"
        >
          <Icon aria-hidden size={18} className="pointer-events-none" />
        </button>
      ))}
    </markdown-toolbar>
  );
}
