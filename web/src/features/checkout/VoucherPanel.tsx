import { useState, type FormEvent } from 'react';
import { checkVoucher } from '@/api/checkout';
import { ApiError, sentence } from '@/errors';
import { rupiah } from '@/format';
import { useAtom, useAtomValue } from '@/state';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { draftAtom, voucherRefusalAtom } from './atoms';
import { Panel } from '@/ui/Panel';
import { useHeld } from '@/ui/useHeld';

/** Enters a voucher code. */
export function VoucherPanel() {
  const [{ voucher }, setDraft] = useAtom(draftAtom);
  const refused = useAtomValue(voucherRefusalAtom);
  const [code, setCode] = useHeld('voucher', '');
  const [refusal, setRefusal] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setRefusal('Masukkan kode voucher!');
    setBusy(true);
    setRefusal(undefined);
    try {
      const checked = await checkVoucher(code.trim());
      if (checked.valid) setDraft({ voucher: checked });
      else setRefusal(checked.message || 'Voucher tidak valid!');
    } catch (error) {
      const unknown = error instanceof ApiError && error.status === 404;
      setRefusal(
        sentence(
          error,
          unknown ? 'Voucher tidak valid!' : 'Terjadi kesalahan saat memeriksa voucher!',
        ),
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel title="Voucher">
      {voucher ? (
        <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-accent-soft px-4 py-3">
          <div role="status" className="min-w-0 flex-1 text-sm">
            <p className="font-semibold">{voucher.code}</p>
            {refused ? (
              <p className="text-danger">
                {refused}
                {!!voucher.minimum_rp && ` Minimum ${rupiah(voucher.minimum_rp)}.`}
              </p>
            ) : (
              <p>{voucher.message}</p>
            )}
          </div>
          <Button look="quiet" onClick={() => setDraft({ voucher: null })}>
            Hapus
          </Button>
        </div>
      ) : (
        <form noValidate onSubmit={(event) => void apply(event)} className="flex items-start gap-3">
          <TextField
            label="Kode voucher"
            className="min-w-0 flex-1"
            autoCapitalize="characters"
            autoComplete="off"
            value={code}
            error={refusal}
            onChange={(event) => {
              setCode(event.target.value);
              setRefusal(undefined);
            }}
          />
          <Button type="submit" look="outline" className="mt-6.5" busy={busy && 'Memeriksa...'}>
            Pakai
          </Button>
        </form>
      )}
    </Panel>
  );
}
