import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { claimsAtom, store, tokenAtom } from '@/state';

/**
 * Values of forms that were open when a session ended. Another member's forms begin empty, and
 * delete these.
 */
let stored = { of: '', values: new Map<string, unknown>() };

function valuesOf(member: string): Map<string, unknown> {
  if (stored.of !== member) stored = { of: member, values: new Map() };
  return stored.values;
}

/**
 * State that outlives the session: when it ends, the value stays in memory until the same member
 * comes back to the same page. `name` distinguishes it from other values of the page. Not for
 * passwords, secrets and codes that prove something.
 */
export function useRestoredState<T>(
  name: string,
  initial: T | (() => T),
): [T, Dispatch<SetStateAction<T>>] {
  const [{ member, key }] = useState(() => ({
    member: store.get(claimsAtom)?.sub,
    key: `${location.pathname} ${name}`,
  }));
  const [value, setValue] = useState<T>(() => {
    const values = member === undefined ? undefined : valuesOf(member);
    if (values?.has(key)) return values.get(key) as T;
    return typeof initial === 'function' ? (initial as () => T)() : initial;
  });
  useEffect(() => {
    if (member !== undefined) valuesOf(member).delete(key);
  }, [member, key]);
  useEffect(
    () => () => {
      if (member !== undefined && store.get(tokenAtom) === null) valuesOf(member).set(key, value);
    },
    [member, key, value],
  );
  return [value, setValue];
}
