type Step = { key: string; title: string; text: string };

/** Events, one below the other along a line. */
export function Timeline({ steps }: { steps: Step[] }) {
  return (
    <ol className="mt-3 ml-1.5 border-l-2 border-line text-sm">
      {steps.map(({ key, title, text }) => (
        <li key={key} className="relative pb-4 pl-5 last:pb-0">
          <span
            aria-hidden
            className="absolute top-1.5 -left-[0.4375rem] size-3 rounded-full border-2 border-surface bg-brand"
          />
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-muted wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}
