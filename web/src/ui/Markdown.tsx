import type { ReactNode } from 'react';
import { Link } from '@/ui/Link';

/** Line without its Markdown prefix, and its index. */
type Line = { at: number; text: string };

/** Lines that belong together: a heading, a list, or a paragraph. */
type Run = { kind: 'h2' | 'h3' | 'ul' | 'ol' | 'p'; lines: [Line, ...Line[]] };

/** Patterns at the start of a line, by kind of block; any other line belongs to a paragraph. */
const marks = [
  ['h3', /^### +/],
  ['h2', /^##? +/],
  ['ul', /^[-*] +/],
  ['ol', /^\d+\. +/],
] as const;

/**
 * Renders the subset of Markdown in the shop's texts: headings, lists, bold, italics and links;
 * HTML is shown as text.
 */
export function Markdown({ text }: { text: string }) {
  return runsOf(text).map((run) => <Block key={run.lines[0].at} {...run} />);
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  for (const [at, typed] of text.split(/\r?\n/).entries()) {
    const [kind, mark] = marks.find(([, begin]) => begin.test(typed)) ?? (['p', /^/] as const);
    const line = { at, text: typed.replace(mark, '') };
    if (typed.trim() === '') open = undefined;
    else if (open?.kind === kind && !kind.startsWith('h')) open.lines.push(line);
    else {
      open = { kind, lines: [line] };
      runs.push(open);
    }
  }
  return runs;
}

function Block({ kind, lines }: Run) {
  const whole = inline(lines.map(({ text }) => text).join('\n'));
  if (kind === 'h2')
    return <h2 className="mt-8 mb-3 font-display text-xl font-semibold">{whole}</h2>;
  if (kind === 'h3') return <h3 className="mt-6 mb-2 font-semibold">{whole}</h3>;
  if (kind === 'p') return <p className="my-3 leading-[1.75] text-muted">{whole}</p>;
  const List = kind;
  return (
    <List
      className={`${kind === 'ul' ? 'list-disc' : 'list-decimal'} my-3 grid gap-2 pl-6 leading-[1.75] text-muted marker:text-brand`}
    >
      {lines.map(({ at, text }) => (
        <li key={at}>{inline(text)}</li>
      ))}
    </List>
  );
}

/** Allowed targets of links: the shop, the web, a mailbox or a telephone; never a script. */
const SAFE = /^(\/(?![/\\])|https?:\/\/|mailto:|tel:)/i;

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: marked, index } of text.matchAll(
    /\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^()\s]+\)/g,
  )) {
    parts.push(text.slice(end, index), <Marked key={index} text={marked} />);
    end = index + marked.length;
  }
  return [...parts, text.slice(end)];
}

function Marked({ text }: { text: string }) {
  if (text.startsWith('**'))
    return <strong className="font-semibold text-ink">{text.slice(2, -2)}</strong>;
  if (text.startsWith('*')) return <em>{text.slice(1, -1)}</em>;
  const [words = '', address = ''] = text.slice(1, -1).split('](');
  if (!SAFE.test(address)) return words;
  const look = 'text-brand underline underline-offset-4';
  if (!address.startsWith('/'))
    return (
      <a href={address} className={look}>
        {words}
      </a>
    );
  return (
    <Link to={address} className={look}>
      {words}
    </Link>
  );
}
