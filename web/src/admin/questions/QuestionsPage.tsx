import { CircleQuestionMark } from 'lucide-react';
import { Badge } from '@/ui/Badge';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { Screen } from '@/admin/ui/Screen';
import { useFilters, type Options } from '@/admin/ui/useFilters';
import { sentence } from '@/errors';
import type { AdminQuestion } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { ReviewAnswer } from '@/components/ReviewAnswer';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { AnswerDialog } from './AnswerDialog';

const columns: Columns<AdminQuestion> = [
  {
    label: 'Pertanyaan',
    cell: ({ question, answer, hidden_reason }) => (
      <div className="max-w-prose">
        <p className="font-normal whitespace-pre-line wrap-anywhere">{question}</p>
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
  { label: 'Anggota', cell: ({ member_name }) => member_name },
  { label: 'Waktu', cell: ({ created_at }) => dateTime(created_at) },
  { label: 'Status', cell: (question) => <State question={question} /> },
  { label: 'Tindakan', actions: true, cell: (question) => <Actions question={question} /> },
];

function State({ question: { answer, hidden_at } }: { question: AdminQuestion }) {
  if (hidden_at) return <Badge>Disembunyikan</Badge>;
  return answer ? <Badge tone="good">Tampil</Badge> : <Badge tone="waiting">Belum dijawab</Badge>;
}

const states: Options = [
  ['', 'Semua status'],
  ['unanswered', 'Belum dijawab'],
  ['shown', 'Tampil'],
  ['hidden', 'Disembunyikan'],
];

/** Questions of members about products: answered, hidden with a reason, or shown again. */
function QuestionsPage() {
  const query = useFilters({ search: 'words', state: states });
  return (
    <Screen
      title="Pertanyaan"
      text="Yang belum dijawab ada di atas. Setelah dijawab, pertanyaan tampil di halaman produknya dan penanya diberi tahu."
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_12rem]">
        <SearchBox
          label="Cari pertanyaan, produk, atau anggota"
          short="Cari pertanyaan, produk, anggota"
        />
        <FilterSelect name="state" label="Status" options={states} />
      </div>
      <PagedTable
        label="Pertanyaan"
        list={list('/api/admin/questions', query)}
        rowsOf={({ questions }) => questions}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          icon: CircleQuestionMark,
          title: 'Belum ada pertanyaan',
          text: 'Anggota dapat bertanya di halaman setiap produk.',
        }}
      />
    </Screen>
  );
}

function Actions({ question }: { question: AdminQuestion }) {
  const [answering, setAnswering] = useRestoredState(`${question.id}.answering`, false);
  const [hiding, setHiding] = useRestoredState(`${question.id}.hiding`, false);
  const params = { id: question.id };
  const hide = async (reason: string) => {
    await save('POST /api/admin/questions/{id}/hide', { params, body: { reason } });
    toast('success', 'Pertanyaan disembunyikan.');
  };
  const show = useMutation(
    async () => {
      await save('POST /api/admin/questions/{id}/show', { params });
      toast('success', 'Pertanyaan ditampilkan lagi.');
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Gagal menyimpan. Coba lagi.')),
  );
  return (
    <div className="flex flex-wrap gap-2">
      {!question.hidden_at && (
        <Button look="outline" onClick={() => setAnswering(true)}>
          {question.answer ? 'Ubah jawaban' : 'Jawab'}
        </Button>
      )}
      {question.hidden_at ? (
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
      {answering && <AnswerDialog question={question} onClose={() => setAnswering(false)} />}
      {hiding && (
        <ReasonDialog
          title="Sembunyikan pertanyaan?"
          of={question.id}
          text={`Pertanyaan ${question.member_name} tentang ${question.product_name} tidak akan tampil lagi di toko.`}
          confirm="Sembunyikan"
          onConfirm={hide}
          onClose={() => setHiding(false)}
        />
      )}
    </div>
  );
}

export { QuestionsPage as Component };
