import { adminPaths } from '@/admin/paths';
import { Group } from '@/admin/ui/Group';
import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { Checkbox } from '@/ui/Checkbox';
import { Link } from '@/ui/Link';
import type { Typed } from './form';

type Props = { draft: Draft<Typed>; banks: string[] };

/** Settings of payouts: the minimum amount, and additional banks. */
export function Payouts({ draft: { draft, tie, change, errors }, banks }: Props) {
  const { more_banks: chosen } = draft;
  return (
    <Group title="Pembayaran bonus">
      <NumberField
        label="Pembayaran bonus paling sedikit (Rp)"
        {...tie('payout_least_rp')}
        hint="Jumlah bonus anggota sebelum pajak. Yang kurang menunggu, lalu dibayar bersama bonus periode berikutnya. 0: dibayar berapa pun."
      />
      <Link
        to={adminPaths.bankFiles()}
        className="inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline sm:self-center"
      >
        Format berkas bank
      </Link>
      <fieldset className="min-w-0 sm:col-span-2">
        <legend className="text-sm font-medium">
          Bank tambahan, selain BCA, BNI, BRI, Mandiri, dan CIMB
        </legend>
        <p className="mt-1 text-sm text-muted">
          Anggota memilihnya saat mendaftar dan di profil. Yang sudah dipilih anggota tetap berlaku.
        </p>
        <div className="mt-2 grid gap-x-4 sm:grid-cols-3">
          {banks.map((bank) => (
            <label key={bank} className="flex min-h-11 items-center gap-3">
              <Checkbox
                name="more_banks"
                checked={chosen.includes(bank)}
                onChange={({ target }) =>
                  change({
                    more_banks: banks.filter((each) =>
                      each === bank ? target.checked : chosen.includes(each),
                    ),
                  })
                }
              />
              {bank}
            </label>
          ))}
        </div>
        {errors.more_banks && <p className="mt-1 text-sm text-danger">{errors.more_banks}</p>}
      </fieldset>
    </Group>
  );
}
