import type { ReactNode } from 'react';

/** Page as printed: black on white, whatever the theme. */
export function Paper({ label, children }: { label: string; children: ReactNode }) {
  return (
    <article
      aria-label={label}
      className="bg-white p-6 text-sm text-black shadow sm:p-10 print:p-0 print:shadow-none"
    >
      {/* Nothing of the frame around the page is printed, even if a browser prints backgrounds. */}
      <style>{`@page { size: A4; margin: 15mm; } @media print { header, footer { display: none; } html, body { background: white; } }`}</style>
      {children}
    </article>
  );
}

/**
 * Facts at the head of a printed page: names, each next to its value; facts without a value are
 * omitted.
 */
export function PaperFacts({ facts }: { facts: readonly (readonly [string, string | null])[] }) {
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 py-4 sm:grid-cols-[10rem_1fr] print:grid-cols-[10rem_1fr]">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-black/70">{name}</dt>
              <dd className="font-medium wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
