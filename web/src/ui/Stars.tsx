import { Star } from 'lucide-react';
import { number } from '@/format';

const places = [1, 2, 3, 4, 5];

/** Five stars filled to a rating, in halves. */
export function Stars({ rating, size = 14 }: { rating: number; size?: number }) {
  const halves = Math.round(rating * 2) / 2;
  return (
    <span role="img" aria-label={`Rating ${number(rating)} dari 5`} className="inline-flex gap-0.5">
      {places.map((place) => (
        <span key={place} className="relative text-line">
          <Star size={size} fill="currentColor" strokeWidth={0} aria-hidden />
          {halves > place - 1 && (
            <span
              className={`absolute inset-y-0 left-0 overflow-hidden text-star ${halves >= place ? 'w-full' : 'w-1/2'}`}
            >
              <Star size={size} fill="currentColor" strokeWidth={0} aria-hidden />
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
