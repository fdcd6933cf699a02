/** Calls in the server's API document, by method and path: queries and changes. */
import { publicQueryAt, queryAt, queryClient, send } from '@/api/client';
import type { Calls, Param } from '@/api/schema';

/** Call of the document, such as `PUT /api/cart/decrease`. */
export type Call = keyof Calls;

/** Response of the server to a call. */
export type Answer<C extends Call> = Calls[C]['answer'];

/** Path of the document that can be queried, such as `/api/product/{id}`. */
export type Path<C extends Call = Call> = C extends `GET ${infer P}` ? P : never;

/** Response of the server at a path. */
export type AnswerAt<P extends Path> = Answer<`GET ${P}`>;

/** Parameters of a path: those within it and those of its query. */
export type ParamsOf<P extends Path> = Calls[`GET ${P}`]['params'];

/** Prefix of API addresses that belong together: a path up to its first parameter; `/api/` stands for all addresses. */
export type Area<P = Path> = '/api/' | (P extends `${infer Head}/{${string}` ? Head : P);

type Nothing = Record<never, never>;

/** Parameters, body and signal of a call; those that it does not need may be omitted. */
export type Given<C extends Call> = (Nothing extends Calls[C]['params']
  ? { params?: Calls[C]['params'] }
  : { params: Calls[C]['params'] }) &
  (Calls[C]['body'] extends undefined ? { body?: undefined } : { body: Calls[C]['body'] }) & {
    signal?: AbortSignal;
  };

type Sent = { params?: Record<string, Param>; body?: object; signal?: AbortSignal };

/** Argument of a call, optional if nothing is required. */
export type Rest<T> = Nothing extends T ? [given?: T] : [given: T];

/**
 * Builds the address from a path and its parameters; query parameters that are null, undefined or
 * empty are omitted.
 */
export function addressOf(path: string, params: Readonly<Record<string, Param>> = {}): string {
  const query = new URLSearchParams();
  const rest = { ...params };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name] ?? ''));
    delete rest[name];
    return value;
  });
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  return query.size > 0 ? `${address}?${query}` : address;
}

/** Queries the server at a path; the address is the cache key. */
export const query = <P extends Path>(path: P, ...[params]: Rest<ParamsOf<P>>) =>
  queryAt<AnswerAt<P>>(addressOf(path, params));

/** Queries public data at a path; sent without a token. */
export const publicQuery = <P extends Path>(path: P, ...[params]: Rest<ParamsOf<P>>) =>
  publicQueryAt<AnswerAt<P>>(addressOf(path, params));

/** Calls the server once, without caching the response. */
export function request<C extends Call>(call: C, ...[given]: Rest<Given<C>>): Promise<Answer<C>> {
  const [method = '', path = ''] = call.split(' ');
  const { params, body, signal } = (given ?? {}) as Sent;
  return send(method, addressOf(path, params), body, signal);
}

/**
 * Refetches the queries whose addresses begin with one of these; settles when the data on the
 * screen has arrived.
 */
export function refresh(...areas: readonly Area[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => areas.some((area) => String(address).startsWith(area)),
  });
}
