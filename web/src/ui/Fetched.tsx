import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, sentence } from '@/errors';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

type Props<T, Key extends readonly unknown[]> = {
  query: UseQueryOptions<T, Error, T, Key>;
  /** Content shown where the server answers 404; another try would not find it either. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Content made of the server's data, or a placeholder while it loads or fails. */
export function Fetched<T, Key extends readonly unknown[]>({
  query,
  missing,
  children,
}: Props<T, Key>) {
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (missing && error instanceof ApiError && error.status === 404) return missing;
  if (error)
    return <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={() => void refetch()} />;
  return <Loading />;
}
