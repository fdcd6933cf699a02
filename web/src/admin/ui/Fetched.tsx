import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentence } from '@/errors';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

type Props<T, Key extends readonly unknown[]> = {
  query: UseQueryOptions<T, Error, T, Key>;
  children: (data: T) => ReactNode;
};

/** What the server has, or what stands there while it loads or fails. */
export function Fetched<T, Key extends readonly unknown[]>({ query, children }: Props<T, Key>) {
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (error)
    return <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />;
  return <Loading />;
}
