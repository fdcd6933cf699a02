import { shop } from '@/shop';

/** What the shop says to a review; nothing where it has said nothing. */
export function ReviewAnswer({ answer }: { answer?: string | null | undefined }) {
  if (!answer) return null;
  return (
    <div className="mt-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <p className="font-medium">Jawaban {shop.name}</p>
      <p className="whitespace-pre-line wrap-anywhere text-muted">{answer}</p>
    </div>
  );
}
