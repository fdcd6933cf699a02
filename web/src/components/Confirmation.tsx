import { useEffect, useState } from 'react';
import { call } from '@/api/client';
import { dialogPart } from '@/ui/part';

const ConfirmationDialog = dialogPart(() => import('./ConfirmationDialog'));

type Wait = { methods: string[]; settle: (confirmed: boolean) => void };

/** Asks for proof of identity, before a call that moves money or power is repeated. */
export function Confirmation() {
  const [wait, setWait] = useState<Wait | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    call.mend = async ({ code, answer }) => {
      if (code !== 'confirmation_required') return false;
      // Calls that are refused in the meantime wait for the same confirmation.
      asking ??= new Promise<boolean>((resolve) => {
        const { methods } = answer as { methods: string[] };
        const settle = (confirmed: boolean) => {
          asking = null;
          setWait(null);
          resolve(confirmed);
        };
        setWait({ methods, settle });
      });
      return asking;
    };
    return () => {
      call.mend = undefined;
    };
  }, []);
  if (!wait) return null;
  return (
    <ConfirmationDialog
      methods={wait.methods}
      onConfirmed={() => wait.settle(true)}
      onClose={() => wait.settle(false)}
    />
  );
}
