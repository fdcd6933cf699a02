/** Changes something at the server, where somebody else may have been quicker. */
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

/** Whether a call was refused because what it was about has changed meanwhile. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Returns the current state, when someone else was quicker; nothing for any other failure. */
export function currentOf<T>(error: unknown): T | undefined {
  return isConflict(error) ? ((error.answer ?? {}) as { current?: T }).current : undefined;
}

/** Key of a query whose data is of the same type as the answer, so that the answer can be stored under it. */
type KeptAs<T> = { queryKey: DataTag<string[], T, Error> };

type After<T> = {
  /** Query whose data the answer replaces, or the current state that a conflict tells. */
  keep?: KeptAs<T>;
  /** Addresses to ask again: everything, unless said otherwise. */
  changes?: readonly Area[];
};

/**
 * Changes something and keeps what is shown in step with it. When someone else was quicker it fails, with what they have
 * made of it in the place of what was shown; all else is asked again then too.
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
