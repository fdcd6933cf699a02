import type { ReactNode } from 'react';

type Props = {
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  disabled?: boolean;
};

/** One of several options, as a card with a radio button. */
export function ChoiceCard({ name, checked, onChoose, title, text, aside, disabled }: Props) {
  return (
    <label className="flex min-h-14 items-center gap-3 rounded-2xl border border-edge/60 px-3 py-2.5 sm:px-4 has-checked:border-brand has-checked:bg-brand-soft has-disabled:border-line has-disabled:text-muted">
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4.5 shrink-0"
      />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{title}</span>
        {text && <span className="block text-muted">{text}</span>}
      </span>
      {aside && <span className="shrink-0 text-right text-sm font-semibold">{aside}</span>}
    </label>
  );
}
