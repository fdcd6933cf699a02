import { useState } from 'react';
import type { AdminReview } from '@/api/schema';
import { save } from '@/api/save';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';
import { Stars } from '@/ui/Stars';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

type Props = { review: AdminReview; onClose: () => void };

/** Dialog to answer a review, or to change the answer; an empty text removes it. */
export function AnswerDialog({ review, onClose }: Props) {
  const { id, answer: before, answered_at } = review;
  const [answer, setAnswer] = useRestoredState(`${id}.answer ${answered_at}`, before ?? '');
  const [error, setError] = useState<string>();
  const send = async () => {
    if (!before && !answer.trim()) {
      setError('Tuliskan jawabannya.');
      return false;
    }
    const body = { answer: answer.trim(), answered_at: answered_at ?? null };
    const kept = await save('PUT /api/admin/reviews/{id}/answer', { params: { id }, body });
    toast('success', kept.answer ? 'Jawaban disimpan.' : 'Jawaban dihapus.');
    return true;
  };
  return (
    <ConfirmDialog
      title="Jawab ulasan"
      text={`Jawaban tampil di halaman ${review.product_name}, di bawah ulasannya.`}
      confirm="Simpan jawaban"
      cancel="Kembali"
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={send}
      onClose={onClose}
    >
      <blockquote className="mb-4 border-l-2 border-line pl-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {review.member_name} <Stars rating={review.rating} />
        </p>
        {review.comment && (
          <p className="mt-1 whitespace-pre-line wrap-anywhere text-muted">{review.comment}</p>
        )}
      </blockquote>
      <TextAreaField
        label="Jawaban toko"
        hint={before ? 'Kosongkan untuk menghapus jawaban.' : 'Penulis ulasan diberi tahu.'}
        maxLength={1000}
        rows={4}
        value={answer}
        error={error}
        onChange={({ target }) => {
          setAnswer(target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
