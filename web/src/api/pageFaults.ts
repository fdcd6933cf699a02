/** Faults of the page, reported to the shop without any data about the visitor. */
import type { Call } from '@/api/calls';
import { ApiError } from '@/errors';

/** Maximum number of faults that a page reports. */
const MOST = 3;

/** Maximum number of script positions reported for a fault. */
const MOST_FRAMES = 8;

/** Maximum length of a reported message, in characters. */
const MAX_MESSAGE = 1000;

const [method, address = ''] = ('POST /api/page-faults' satisfies Call).split(' ');

const told = new Set<string>();

/** Messages of browsers when a part of the app could not be fetched. */
const UNFETCHED =
  /dynamically imported module|importing a module script|error loading|unable to preload/i;

/**
 * Reports a fault in the app's own scripts, once per page: an error, or the event that contains it.
 * `running` is the address of the script that the page began with.
 */
export function tellFault(broken: unknown, running: string): void {
  const event = Object(broken) as { error?: unknown; reason?: unknown };
  const error = event.error ?? event.reason ?? broken;
  // oxlint-disable-next-line no-console -- React logs no error that it hands on
  console.error(error);
  if (!(error instanceof Error) || error instanceof ApiError || UNFETCHED.test(error.message))
    return;
  const frames = Array.from(
    (error.stack ?? '').matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g),
    ([, frame]) => frame,
  ).slice(0, MOST_FRAMES);
  // Faults of browser extensions do not concern the shop.
  if (frames.length === 0) return;
  const { name, message } = error;
  const fault = {
    name: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error',
    message: [...message].slice(0, MAX_MESSAGE).join(''),
    place: placeOf(window.location.pathname),
    build: running.split('/').at(-1),
    frames,
  };
  const key = `${fault.name} ${frames.join()}`;
  if (told.has(key) || told.size >= MOST) return;
  told.add(key);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(fault);
  void fetch(address, { method, headers, body, keepalive: true }).catch(() => undefined);
}

/**
 * Returns the first part of an address, and for the office also the second: the rest may contain a
 * name or a secret.
 */
export function placeOf(pathname: string): string {
  return /^\/(?:admin\/[a-z-]+|[a-z-]*)(?=\/|$)/.exec(pathname)?.[0] ?? '/';
}
