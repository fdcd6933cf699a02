import { MessageSquareText } from 'lucide-react';
import { Badge } from '@/ui/Badge';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { Screen } from '@/admin/ui/Screen';
import { useFilters, type Options } from '@/admin/ui/useFilters';
import { sentence } from '@/errors';
import type { AdminReview } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { ReviewAnswer } from '@/components/ReviewAnswer';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { Stars } from '@/ui/Stars';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { AnswerDialog } from './AnswerDialog';

const columns: Columns<AdminReview> = [
  {
    label: 'Ulasan',
    cell: ({ rating, comment, answer, hidden_reason }) => (
      <div className="max-w-prose">
        <Stars rating={rating} />
        <p className="mt-1 font-normal whitespace-pre-line wrap-anywhere">
          {comment ?? <span className="text-muted">Tanpa komentar</span>}
        </p>
        <ReviewAnswer answer={answer} />
        {hidden_reason && (
          <p className="mt-1 text-xs font-normal wrap-anywhere text-muted">
            Disembunyikan: {hidden_reason}
          </p>
        )}
      </div>
    ),
  },
  {
    label: 'Produk',
    cell: ({ product_id, product_name }) => (
      <Link
        to={paths.product({ id: product_id, name: product_name })}
        className="text-brand underline-offset-4 hover:underline"
      >
        {product_name}
      </Link>
    ),
  },
  {
    label: 'Anggota',
    cell: ({ member_name, order_id }) => (
      <>
        {member_name}
        <span className="block text-xs text-muted">{order_id}</span>
      </>
    ),
  },
  { label: 'Waktu', cell: ({ created_at }) => dateTime(created_at) },
  {
    label: 'Status',
    cell: ({ hidden_at }) => (
      <Badge tone={hidden_at ? 'waiting' : 'good'}>{hidden_at ? 'Disembunyikan' : 'Tampil'}</Badge>
    ),
  },
  { label: 'Tindakan', actions: true, cell: (review) => <Actions review={review} /> },
];

const ratings: Options = [
  ['', 'Semua rating'],
  ...[1, 2, 3, 4, 5].map((count) => [String(count), `${count} bintang`] as const),
];
const states: Options = [
  ['', 'Semua status'],
  ['shown', 'Tampil'],
  ['hidden', 'Disembunyikan'],
  ['unanswered', 'Belum dijawab'],
];

/** Members' reviews of products: answered, hidden with a reason, or shown again. */
function ReviewsPage() {
  const query = useFilters({ search: 'words', rating: ratings, state: states });
  return (
    <Screen
      title="Ulasan"
      text="Terbaru dulu. Ulasan yang disembunyikan tidak tampil di toko dan tidak dihitung dalam rating; penulisnya tetap melihatnya."
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_11rem_11rem]">
        <SearchBox
          label="Cari komentar, produk, atau anggota"
          short="Cari komentar, produk, anggota"
        />
        <FilterSelect name="rating" label="Rating" options={ratings} />
        <FilterSelect name="state" label="Status" options={states} />
      </div>
      <PagedTable
        label="Ulasan"
        list={list('/api/admin/reviews', query)}
        rowsOf={({ reviews }) => reviews}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          icon: MessageSquareText,
          title: 'Belum ada ulasan',
          text: 'Pembeli dapat menulis ulasan setelah pesanannya selesai.',
        }}
      />
    </Screen>
  );
}

function Actions({ review }: { review: AdminReview }) {
  const [answering, setAnswering] = useRestoredState(`${review.id}.answering`, false);
  const [hiding, setHiding] = useRestoredState(`${review.id}.hiding`, false);
  const params = { id: review.id };
  const hide = async (reason: string) => {
    await save('POST /api/admin/reviews/{id}/hide', { params, body: { reason } });
    toast('success', 'Ulasan disembunyikan.');
  };
  const show = useMutation(
    async () => {
      await save('POST /api/admin/reviews/{id}/show', { params });
      toast('success', 'Ulasan ditampilkan lagi.');
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Gagal menyimpan. Coba lagi.')),
  );
  return (
    <div className="flex flex-wrap gap-2">
      {!review.hidden_at && (
        <Button look="outline" onClick={() => setAnswering(true)}>
          {review.answer ? 'Ubah jawaban' : 'Jawab'}
        </Button>
      )}
      {review.hidden_at ? (
        <Button
          look="outline"
          busy={show.isPending && 'Memproses...'}
          onClick={() => show.mutate()}
        >
          Tampilkan
        </Button>
      ) : (
        <Button look="outline" onClick={() => setHiding(true)}>
          Sembunyikan
        </Button>
      )}
      {answering && <AnswerDialog review={review} onClose={() => setAnswering(false)} />}
      {hiding && (
        <ReasonDialog
          title="Sembunyikan ulasan?"
          of={review.id}
          text={`Ulasan ${review.member_name} untuk ${review.product_name} tidak akan tampil lagi di toko.`}
          confirm="Sembunyikan"
          onConfirm={hide}
          onClose={() => setHiding(false)}
        />
      )}
    </div>
  );
}

export { ReviewsPage as Component };
