import { Mic } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { OFFLINE } from '@/errors';
import { toast } from '@/ui/toast';
import { useHydrated } from '@/ui/useHydrated';

type Props = {
  disabled: boolean;
  listening: boolean;
  onListening: (listening: boolean) => void;
  /** Called with the recognised words, or with empty text if nothing was understood. */
  onHeard: (text: string) => void;
};

/** Listens when pressed and opens the search for the recognised words; a second press stops it. */
export function VoiceButton({ disabled, listening, onListening, onHeard }: Props) {
  const ear = useRef<AbortController>(null);
  const navigate = useNavigate();
  const hydrated = useHydrated();
  useEffect(() => () => ear.current?.abort(), []);

  const speak = async () => {
    if (listening) return ear.current?.abort();
    const { signal } = (ear.current = new AbortController());
    const voice = await import('@/components/voice').catch(() => toast('error', OFFLINE));
    if (voice && !signal.aborted) void voice.search({ signal, onListening, onHeard, navigate });
  };

  return (
    <button
      type="button"
      aria-label="Cari dengan suara"
      aria-pressed={listening}
      disabled={disabled || !hydrated}
      onClick={() => void speak()}
      className="absolute inset-y-1 right-19 grid w-11 place-items-center rounded-full text-muted hover:text-brand disabled:opacity-60 aria-pressed:animate-pulse aria-pressed:text-danger"
    >
      <Mic aria-hidden size={19} />
    </button>
  );
}
