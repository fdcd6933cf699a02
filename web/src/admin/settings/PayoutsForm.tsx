import { adminPaths } from '@/admin/paths';
import { NumberField } from '@/admin/ui/NumberField';
import type { AdminSettings } from '@/api/schema';
import { Checkbox } from '@/ui/Checkbox';
import { Link } from '@/ui/Link';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const counts = {
  minimum_rp: 'Pembayaran bonus paling sedikit',
  bank_hold_days: 'Masa tunggu rekening baru',
};

const labels = {
  minimum_rp: 'pembayaran bonus paling sedikit',
  bank_hold_days: 'masa tunggu rekening baru',
  more_banks: 'bank tambahan',
};

/** Rules for the payment of bonuses, and additional banks. */
export function PayoutsForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('payouts', settings, { counts });
  const { tie, change, errors } = draft;
  const { more_banks: chosen } = draft.draft;
  const { bank_choices: banks } = settings;
  return (
    <SectionForm title="Pembayaran bonus" draft={draft} labels={labels}>
      <NumberField
        label="Pembayaran bonus paling sedikit (Rp)"
        {...tie('minimum_rp')}
        hint="Jumlah bonus anggota sebelum pajak. Yang kurang menunggu, lalu dibayar bersama bonus periode berikutnya. 0: dibayar berapa pun."
      />
      <NumberField
        label="Masa tunggu rekening baru (hari)"
        {...tie('bank_hold_days')}
        hint="Selama itu bonus belum dibayarkan ke rekening yang baru diganti. 0 sampai 30."
      />
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
      <Link
        to={adminPaths.bankFiles()}
        className="inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline sm:col-span-2"
      >
        Format berkas bank
      </Link>
    </SectionForm>
  );
}
