import { useState } from 'react';
import type { AdminQuestion } from '@/api/schema';
import { save } from '@/api/save';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

type Props = { question: AdminQuestion; onClose: () => void };

/** Dialog to answer a question, or to change the answer; an empty text removes it. */
export function AnswerDialog({ question, onClose }: Props) {
  const { id, answer: before, answered_at } = question;
  const [answer, setAnswer] = useRestoredState(`${id}.answer ${answered_at}`, before ?? '');
  const [error, setError] = useState<string>();
  const send = async () => {
    if (!before && !answer.trim()) {
      setError('Tuliskan jawabannya.');
      return false;
    }
    const body = { answer: answer.trim(), answered_at: answered_at ?? null };
    const kept = await save('PUT /api/admin/questions/{id}/answer', { params: { id }, body });
    toast('success', kept.answer ? 'Jawaban disimpan.' : 'Jawaban dihapus.');
    return true;
  };
  return (
    <ConfirmDialog
      title="Jawab pertanyaan"
      text={`Jawaban tampil di halaman ${question.product_name}, di bawah pertanyaannya.`}
      confirm="Simpan jawaban"
      cancel="Kembali"
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={send}
      onClose={onClose}
    >
      <blockquote className="mb-4 border-l-2 border-line pl-3 text-sm">
        <p className="font-medium">{question.member_name}</p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere text-muted">{question.question}</p>
      </blockquote>
      <TextAreaField
        label="Jawaban toko"
        hint={
          before
            ? 'Kosongkan untuk menghapus jawaban.'
            : 'Tampil di halaman produk; penanya diberi tahu.'
        }
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
