import { paths } from '@/paths';
import { toast } from '@/ui/toast';

/** Time for which the recognised words are shown before the search opens, in milliseconds. */
const REDIRECT = 500;

/**
 * Part of the browser's speech recognition that the shop uses; in Chromium and Safari its name has
 * a prefix.
 */
type Recognition = EventTarget & {
  lang: string;
  interimResults: boolean;
  maxAlternatives: number;
  start: () => void;
  abort: () => void;
};
type Heard = Event & { results: { transcript: string }[][] };
type SpeechWindow = {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
};

/**
 * Listens for one sentence of Indonesian and returns it without its last punctuation; null if
 * nothing was understood or `signal` aborts. Throws if the browser cannot listen at all.
 */
async function listen(signal: AbortSignal): Promise<string | null> {
  const known = window as unknown as SpeechWindow;
  const Speech = known.SpeechRecognition ?? known.webkitSpeechRecognition;
  if (!Speech) throw new Error('the browser has no speech recognition');
  const recognition = new Speech();
  recognition.lang = 'id-ID';
  recognition.interimResults = false;
  recognition.maxAlternatives = 1;
  return new Promise((resolve) => {
    recognition.addEventListener('result', (event) => {
      const heard = (event as Heard).results[0]?.[0]?.transcript ?? '';
      resolve(heard.replace(/[\s.,!?]+$/, '').trim() || null);
    });
    recognition.addEventListener('error', () => resolve(null));
    recognition.addEventListener('end', () => resolve(null));
    signal.addEventListener('abort', () => {
      recognition.abort();
      resolve(null);
    });
    recognition.start();
  });
}

type Search = {
  signal: AbortSignal;
  onListening: (listening: boolean) => void;
  /** Called with the recognised words, or with empty text if nothing was understood. */
  onHeard: (text: string) => void;
  navigate: (path: string) => void | Promise<void>;
};

/** Listens until `signal` aborts, and opens the search for the recognised words. */
export async function search({ signal, onListening, onHeard, navigate }: Search): Promise<void> {
  onListening(true);
  try {
    const heard = await listen(signal);
    onListening(false);
    onHeard(heard ?? '');
    if (heard === null) return;
    await new Promise((resolve) => setTimeout(resolve, REDIRECT));
    if (!signal.aborted) void navigate(paths.allProducts({ keyword: heard }));
  } catch {
    onListening(false);
    toast('error', 'Browser tidak mendukung Speech Recognition');
  }
}
