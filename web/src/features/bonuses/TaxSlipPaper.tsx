import type { TaxSlip } from '@/api/schema';
import { date, monthName } from '@/dates';
import { rupiah } from '@/format';
import { Paper, PaperFacts } from '@/components/Paper';

/** Printed form of the slip: black on white in every theme. */
export function TaxSlipPaper({ slip }: { slip: TaxSlip }) {
  const { tax_number } = slip;
  const facts = [
    ['Penerima', slip.member_name],
    ['ID anggota', slip.member_uid],
    ['Alamat', slip.member_address],
    [
      'NPWP/NIK',
      tax_number.number
        ? `${tax_number.number}${tax_number.state === 'validated' ? '' : ' (belum tervalidasi)'}`
        : 'belum ada',
    ],
    ['Pemotong', slip.shop_name],
    ['Alamat pemotong', slip.shop_address],
    ['NPWP pemotong', slip.shop_tax_number],
    ['Masa pajak', monthName(slip.month)],
    ['Tanggal pemotongan', date(slip.last_at)],
  ] as const;
  const sums = [
    ['Penghasilan bruto', slip.gross_rp],
    ['Dasar pengenaan pajak', slip.base_rp],
    ['PPh dipotong', slip.tax_rp],
  ] as const;
  return (
    <Paper label={`Bukti potong ${slip.number}`}>
      <div className="flex flex-wrap justify-between gap-3 border-b-2 border-black pb-3">
        <div>
          <p className="text-lg font-semibold">Bukti pemotongan pajak bonus</p>
          <p>Imbalan distributor penjualan langsung (bukan pegawai)</p>
        </div>
        <p className="font-semibold break-all">{slip.number}</p>
      </div>
      <PaperFacts facts={facts} />
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-y border-black text-left">
            <th scope="col" className="py-1.5 font-medium">
              Bonus
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              Bruto
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              Pajak
            </th>
          </tr>
        </thead>
        <tbody>
          {slip.bonuses.map(({ period_name, gross_rp, tax_rp }) => (
            <tr key={period_name} className="border-b border-black/30">
              <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                {period_name}
              </th>
              <td className="py-2 pl-3 text-right tabular-nums">{rupiah(gross_rp)}</td>
              <td className="py-2 pl-3 text-right tabular-nums">{rupiah(tax_rp)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-4 grid gap-1">
        {sums.map(([name, amount], place) => (
          <div
            key={name}
            className={`flex justify-between gap-4 ${place === sums.length - 1 ? 'border-t border-black pt-2 text-base font-semibold' : ''}`}
          >
            <dt>{name}</dt>
            <dd className="tabular-nums">{rupiah(amount)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
