import { checkVoucher } from '@/api/checkout';
import { ApiError, sentence } from '@/errors';
import { refused } from '@/fieldErrors';
import { rupiah } from '@/format';
import { useAtom, useAtomValue } from '@/state';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { draftAtom, voucherRefusalAtom } from './atoms';
import { handleSubmit } from '@/ui/handleSubmit';
import { Panel } from '@/ui/Panel';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';

const INVALID = 'Voucher tidak valid!';

/** Field for a voucher code, which is checked before it applies. */
export function VoucherPanel() {
  const [{ voucher }, setDraft] = useAtom(draftAtom);
  const outdated = useAtomValue(voucherRefusalAtom);
  const [code, setCode] = useRestoredState('voucher', '');
  const { mutate, isPending, error, reset } = useMutation(async () => {
    if (code.trim() === '') throw refused('code', 'Masukkan kode voucher!');
    const checked = await checkVoucher(code.trim());
    if (!checked.valid) throw refused('code', checked.message || INVALID);
    setDraft({ voucher: checked });
  });
  const isUnknown = error instanceof ApiError && error.status === 404;
  const refusal = error
    ? sentence(error, isUnknown ? INVALID : 'Terjadi kesalahan saat memeriksa voucher!')
    : undefined;

  return (
    <Panel title="Voucher">
      {voucher ? (
        <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-accent-soft px-4 py-3">
          <div role="status" className="min-w-0 flex-1 text-sm">
            <p className="font-semibold">{voucher.code}</p>
            {outdated ? (
              <p className="text-danger">
                {outdated}
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
        <form noValidate onSubmit={handleSubmit(mutate)} className="flex items-start gap-3">
          <TextField
            label="Kode voucher"
            className="min-w-0 flex-1"
            autoCapitalize="characters"
            autoComplete="off"
            value={code}
            error={refusal}
            onChange={(event) => {
              setCode(event.target.value);
              reset();
            }}
          />
          <Button
            type="submit"
            look="outline"
            className="mt-6.5"
            busy={isPending && 'Memeriksa...'}
          >
            Pakai
          </Button>
        </form>
      )}
    </Panel>
  );
}
