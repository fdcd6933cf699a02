import type { ReactNode } from 'react';

/** Renders the little Markdown that the information pages use: headings, lists, bold and italics. */
export function Markdown({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((block) => <Block key={block} text={block} />);
}

function Block({ text }: { text: string }) {
  if (text.startsWith('## '))
    return <h2 className="mt-8 mb-3 font-display text-xl font-semibold">{text.slice(3)}</h2>;
  const lines = text.split('\n');
  if (lines.every((line) => line.startsWith('- ')))
    return <ul className={`list-disc ${listClass}`}>{items(lines, /^- /)}</ul>;
  if (lines.every((line) => /^\d+\. /.test(line)))
    return <ol className={`list-decimal ${listClass}`}>{items(lines, /^\d+\. /)}</ol>;
  return <p className="my-3 leading-7 text-muted">{inline(text)}</p>;
}

const listClass = 'my-3 grid gap-2 pl-6 leading-7 text-muted marker:text-brand';

function items(lines: string[], mark: RegExp) {
  return lines.map((line) => <li key={line}>{inline(line.replace(mark, ''))}</li>);
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith('**'))
      return (
        <strong key={part} className="font-semibold text-ink">
          {part.slice(2, -2)}
        </strong>
      );
    if (part.startsWith('*')) return <em key={part}>{part.slice(1, -1)}</em>;
    return part;
  });
}
