/** Saving with optimistic locking: changes of data that someone else may have changed first. */
import type { DataTag } from '@tanstack/react-query';
import {
  refresh,
  request,
  type Answer,
  type Area,
  type Call,
  type Given,
  type Rest,
} from '@/api/calls';
import { queryClient } from '@/api/client';
import { ApiError } from '@/errors';

/**
 * Whether the server refused a change with 409, because the data have changed since they were read.
 */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Returns the current state, if someone else changed it first; undefined for any other failure. */
export function currentOf<T>(error: unknown): T | undefined {
  return isConflict(error) ? ((error.answer ?? {}) as { current?: T }).current : undefined;
}

/** Key of a query whose data is of the same type as the answer, so that the answer can be stored under it. */
type KeptAs<T> = { queryKey: DataTag<string[], T, Error> };

type After<T> = {
  /**
   * Query whose data is replaced by the answer, or by the current state that a conflict returns.
   */
  keep?: KeptAs<T>;
  /** Addresses to refetch: everything, unless stated otherwise. */
  changes?: readonly Area[];
};

/**
 * Sends a change and updates the shown data. If someone else changed it first, it fails, and their
 * state replaces the shown data. All other data is refetched in both cases.
 */
export async function save<C extends Call>(
  call: C,
  given: Given<C>,
  { keep, changes = ['/api/'] }: After<Answer<C>> = {},
): Promise<Answer<C>> {
  let answer: Answer<C>;
  try {
    answer = await request(call, ...([given] as unknown as Rest<Given<C>>));
  } catch (error) {
    if (!isConflict(error)) throw error;
    const current = currentOf<Answer<C>>(error);
    if (keep && current !== undefined) queryClient.setQueryData(keep.queryKey, current as never);
    void refresh(...changes);
    throw error;
  }
  if (keep) queryClient.setQueryData(keep.queryKey, answer as never);
  void refresh(...changes);
  return answer;
}
