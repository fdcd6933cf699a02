import { shop } from '@/shop';

/** Answer of the shop to a review; nothing if there is none. */
export function ReviewAnswer({ answer }: { answer?: string | null | undefined }) {
  if (!answer) return null;
  return (
    <div className="mt-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <p className="font-medium">Jawaban {shop.name}</p>
      <p className="whitespace-pre-line wrap-anywhere text-muted">{answer}</p>
    </div>
  );
}
