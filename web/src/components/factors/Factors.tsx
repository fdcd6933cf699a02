import { useState } from 'react';
import { Fetched } from '@/ui/Fetched';
import { refresh } from '@/api/calls';
import type { FactorAdded, OwnFactors } from '@/api/schema';
import { App } from './App';
import { CodesDialog, Recovery } from './Codes';
import { Passkeys } from './Passkeys';
import { query } from './query';

/**
 * Placeholder that most accounts match: it reserves the space until the data has arrived, so that
 * nothing below moves.
 */
const none: OwnFactors = {
  totp: false,
  passkeys: [],
  recovery_codes: 0,
  required: false,
  passkeys_available: true,
};

/** The member's second factors: the app, the passkeys, and the recovery codes that replace them. */
export function Factors() {
  const [codes, setCodes] = useState<string[] | null>(null);
  const onAdded = ({ recovery_codes }: FactorAdded) => setCodes(recovery_codes ?? null);
  return (
    <section aria-label="Verifikasi dua langkah" className="grid gap-5 card p-5 sm:p-6">
      <div>
        <h2 className="font-display text-lg font-semibold">Verifikasi dua langkah</h2>
        <p className="mt-1 text-sm text-muted">
          Password saja tidak cukup lagi untuk masuk: setiap login juga meminta salah satu dari ini.
          Saat yang pertama dipasang, perangkat lain dikeluarkan.
        </p>
      </div>
      <Fetched query={{ ...query, placeholderData: none }}>
        {(factors) => (
          <div className={`grid gap-5 ${factors === none ? 'invisible' : ''}`}>
            <App factors={factors} onAdded={onAdded} />
            <Passkeys factors={factors} onAdded={onAdded} />
            {(factors.totp || factors.passkeys.length > 0) && (
              <Recovery left={factors.recovery_codes} onCodes={setCodes} />
            )}
          </div>
        )}
      </Fetched>
      {codes && (
        <CodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            // Refreshes only now: access that needed the factor opens, so this part may disappear,
            // and the codes are shown only once.
            void refresh('/api/me');
          }}
        />
      )}
    </section>
  );
}
