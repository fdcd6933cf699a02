import { Star } from 'lucide-react';
import { sentence } from '@/errors';
import { addReview } from '@/api/reviews';
import type { Order, OrderProduct } from '@/api/schema';
import { loadCore } from '@/core';
import { refuseFields } from '@/fieldErrors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField, TextAreaField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

const words = ['Buruk', 'Kurang', 'Cukup', 'Bagus', 'Bagus sekali'];

/** Choices and text of a review before it is sent. */
export type ReviewDraft = { productId: number | null; rating: number; comment: string };

/** Review draft before any input. */
export const emptyReview: ReviewDraft = { productId: null, rating: 0, comment: '' };

type Props = {
  order: Order;
  /** Products to choose from, one or more. */
  products: OrderProduct[];
  /** Draft held by the caller, so that closing the dialog by mistake loses nothing. */
  draft: ReviewDraft;
  onDraft: (draft: ReviewDraft) => void;
  onClose: () => void;
};

/** Dialog for stars and text on a product of a completed order. */
export function ReviewDialog({ order, products, draft, onDraft, onClose }: Props) {
  const { rating, comment } = draft;
  const productId = draft.productId ?? products[0]?.product_id ?? 0;
  const { mutate, isPending, error } = useMutation(async () => {
    const core = await loadCore();
    refuseFields(core.checkReview({ rating, comment }));
    const message = await addReview({
      product_id: productId,
      order_id: order.order_id,
      rating,
      comment: comment.trim() || null,
    });
    onDraft(emptyReview);
    toast('success', message);
    onClose();
  });

  return (
    <Dialog title="Beri ulasan" onClose={onClose}>
      <form onSubmit={handleSubmit(mutate)} className="mt-2 grid gap-4">
        {products.length > 1 ? (
          <SelectField
            label="Produk"
            value={productId}
            onChange={(event) => onDraft({ ...draft, productId: Number(event.target.value) })}
          >
            {products.map(({ product_id, name }) => (
              <option key={product_id} value={product_id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <p className="text-sm text-muted">{products[0]?.name}</p>
        )}
        <fieldset>
          <legend className="text-sm font-medium">Rating</legend>
          <div className="mt-1 flex flex-wrap items-center gap-x-3">
            <div className="-ml-2 flex">
              {words.map((word, index) => (
                <label
                  key={word}
                  title={word}
                  className="grid size-11 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-brand"
                >
                  <input
                    type="radio"
                    name="rating"
                    className="sr-only"
                    aria-label={`${index + 1} bintang, ${word}`}
                    checked={rating === index + 1}
                    onChange={() => onDraft({ ...draft, rating: index + 1 })}
                  />
                  <Star
                    aria-hidden
                    size={28}
                    strokeWidth={1.5}
                    className={index < rating ? 'fill-star text-star' : 'text-edge'}
                  />
                </label>
              ))}
            </div>
            <span aria-hidden className="text-sm text-muted">
              {words[rating - 1]}
            </span>
          </div>
        </fieldset>
        <TextAreaField
          label="Komentar (opsional)"
          maxLength={1000}
          value={comment}
          onChange={(event) => onDraft({ ...draft, comment: event.target.value })}
        />
        {error && <Problem text={sentence(error, 'Terjadi kesalahan saat mengirim komentar.')} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Memproses...'}>
            Kirim ulasan
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
