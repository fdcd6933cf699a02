import { useQuery } from '@tanstack/react-query';
import { highlightsQuery } from '@/api/catalog';
import { Avatar } from '@/components/Avatar';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { SlideRow } from '@/ui/SlideRow';
import { Stars } from '@/ui/Stars';

const fit = '[--gap:16px] [--slides:1.15] sm:[--slides:2.2] lg:[--slides:3]';

/** Members' reviews of purchased products. */
export function Testimonials() {
  const { data, isError, refetch } = useQuery(highlightsQuery);
  if (data?.length === 0) return null;
  return (
    <section className="mt-10 sm:mt-12">
      <h2 className="mb-4 font-display text-2xl font-semibold sm:mb-6 sm:text-3xl">
        Apa kata mereka?
      </h2>
      {isError && !data ? (
        <Problem
          text="Gagal memuat review. Silakan coba lagi nanti."
          onRetry={() => void refetch()}
        />
      ) : (
        <SlideRow label="Apa kata mereka?" busy={!data} className={fit}>
          {data
            ? data.map(({ profile_picture, user_name, rating, comment }) => (
                <li key={user_name + comment} className="slide">
                  <figure className="flex h-full flex-col card p-5 sm:p-6">
                    <Stars rating={rating} size={16} />
                    <blockquote className="mt-3 mb-5 flex-1 leading-[1.75]">“{comment}”</blockquote>
                    <figcaption className="flex items-center gap-3 text-sm font-semibold">
                      <Avatar file={profile_picture} size="size-10" />
                      {user_name}
                    </figcaption>
                  </figure>
                </li>
              ))
            : ['a', 'b', 'c', 'd'].map((key) => (
                <li key={key} className="slide">
                  <Skeleton className="h-56 rounded-2xl" />
                </li>
              ))}
        </SlideRow>
      )}
    </section>
  );
}
