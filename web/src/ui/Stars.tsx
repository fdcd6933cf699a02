import { number } from '@/format';

/** Five stars filled to a rating, in halves; `size` is the height in pixels. */
export function Stars({ rating, size = 14 }: { rating: number; size?: number }) {
  const halves = Math.round(rating * 2);
  return (
    <span
      role="img"
      aria-label={`Rating ${number(rating)} dari 5`}
      style={{
        height: size,
        background: `linear-gradient(90deg, var(--star) ${halves * 10}%, var(--line) 0)`,
      }}
      className="stars"
    />
  );
}
