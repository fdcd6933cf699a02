import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '@/api/pages';
import { ownQuestionsQuery, questionsOf } from '@/api/questions';
import type { OwnQuestion, ProductQuestion } from '@/api/schema';
import { date } from '@/dates';
import { number } from '@/format';
import { ReviewAnswer } from '@/components/ReviewAnswer';
import { claimsAtom, useAtomValue } from '@/state';
import { Badge } from '@/ui/Badge';
import { inputClass } from '@/ui/Field';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { useDebounced } from '@/ui/useDebounced';
import { AskForm } from './AskForm';

/** Minimum number of answered questions for a search field. */
const MANY = 5;

/** Questions of members about a product, the shop's answers, and a form to ask. */
function ProductQuestions({ productId }: { productId: number }) {
  const member = useAtomValue(claimsAtom)?.sub;
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { pages, error, retry, more } = usePages(questionsOf(productId, search));
  const own = useQuery(ownQuestionsQuery(productId, member));
  const total = pages?.[0]?.total ?? 0;
  const questions = pages?.flatMap((page) => page.questions) ?? [];
  // Published questions are in the list below.
  const waiting = own.data?.filter(({ answer, hidden }) => !answer || hidden) ?? [];
  return (
    <section aria-label="Tanya jawab" aria-busy={!pages && !error}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="font-display text-xl font-semibold">Tanya jawab</h2>
        {total > 0 && <p className="text-sm text-muted">{number(total)} pertanyaan terjawab</p>}
      </div>
      <div className="mt-3 grid items-start gap-x-10 gap-y-4 md:grid-cols-2">
        <AskForm productId={productId} member={member} />
        <div className="min-w-0">
          {total >= MANY && <SearchField typed={typed} onType={setTyped} />}
          {waiting.length > 0 && (
            <ul className="divide-y divide-line" aria-label="Pertanyaan Anda">
              {waiting.map((question) => (
                <OwnQuestionRow key={question.id} {...question} />
              ))}
            </ul>
          )}
          {pages ? (
            <>
              <QuestionList questions={questions} searched={search !== ''} />
              <LoadMore more={more} className="mt-2" />
            </>
          ) : error ? (
            <Problem text="Gagal memuat tanya jawab. Silakan coba lagi nanti." onRetry={retry} />
          ) : (
            ['a', 'b'].map((key) => <Skeleton key={key} className="mb-3 h-24 rounded-2xl" />)
          )}
        </div>
      </div>
    </section>
  );
}

function SearchField({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  return (
    <div className="relative mb-2">
      <Search
        aria-hidden
        size={17}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label="Cari di tanya jawab"
        placeholder="Cari di tanya jawab"
        maxLength={100}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        className={`${inputClass(false)} pl-10`}
      />
    </div>
  );
}

/** A question of the member that no one else sees. */
function OwnQuestionRow({ question, created_at, answer, hidden }: OwnQuestion) {
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Badge tone={hidden ? 'plain' : 'waiting'}>
          {hidden ? 'Disembunyikan toko' : 'Menunggu jawaban'}
        </Badge>
        <span className="text-xs text-muted">{date(created_at)}</span>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{question}</p>
      <ReviewAnswer answer={answer} />
    </li>
  );
}

function QuestionList({
  questions,
  searched,
}: {
  questions: ProductQuestion[];
  searched: boolean;
}) {
  if (questions.length === 0)
    return (
      <p className="py-2 text-muted">
        {searched
          ? 'Tidak ada pertanyaan yang cocok.'
          : 'Belum ada pertanyaan terjawab tentang produk ini.'}
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {questions.map(({ id, question, created_at, user_name, answer }) => (
        <li key={id} className="py-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
            <span>{user_name} bertanya</span>
            <span>{date(created_at)}</span>
          </p>
          <p className="mt-1 font-medium whitespace-pre-line wrap-anywhere">{question}</p>
          <ReviewAnswer answer={answer} />
        </li>
      ))}
    </ul>
  );
}

export default ProductQuestions;
