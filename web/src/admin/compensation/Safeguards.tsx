import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlanSafeguards } from '@/api/schema';
import { percent } from '@/components/percent';
import { number, rupiah } from '@/format';
import { Checkbox } from '@/ui/Checkbox';

type Props = {
  safeguards: PlanSafeguards;
  isAcknowledged: boolean;
  onAcknowledge: (on: boolean) => void;
};

/**
 * Checks of a plan: the most that it can pay, and the bonuses that it would have paid; each is passed, or needs an
 * acknowledgement.
 */
export function Safeguards({ safeguards, isAcknowledged, onAcknowledge }: Props) {
  const { worst_case: worst, newest_period: period, looser_limits: looser } = safeguards;
  return (
    <>
      <Finding isOver={worst?.is_over ?? false} title="Kemungkinan terburuk di katalog">
        {worst ? (
          <>
            <p>
              Untuk {worst.product_name} ({rupiah(worst.price_rp)}, {number(worst.points)} poin)
              semua komponen bersama-sama dapat membayar{' '}
              {worst.percent ? `sampai ${percent(worst.percent)}` : 'lebih dari seluruh'} harganya.
              Batas rencana ini {percent(worst.cap_percent)}.
            </p>
            {worst.is_over && (
              <>
                <p className="mt-1">
                  Bila itu terjadi pada semua penjualan, setiap bonus dikecilkan sampai batasnya.
                </p>
                <label className="mt-2 flex min-h-11 items-center gap-3 font-medium text-ink">
                  <Checkbox
                    checked={isAcknowledged}
                    onChange={({ target }) => onAcknowledge(target.checked)}
                  />
                  Saya mengetahui bahwa rencana ini dapat melewati batasnya.
                </label>
              </>
            )}
          </>
        ) : (
          <p>Belum ada produk yang memberi poin.</p>
        )}
      </Finding>
      <Finding isOver={period?.is_over ?? false} title="Periode terakhir yang dihitung">
        {period ? (
          <>
            <p>
              Pada {period.period_name} rencana ini akan membayar {rupiah(period.uncapped_rp)} dari
              penjualan {rupiah(period.sales_rp)}; batasnya {rupiah(period.cap_rp)}.
            </p>
            {period.is_over && (
              <p className="mt-1">
                Itu melewati batas, jadi pemilik lain harus menyetujuinya dengan alasan.
              </p>
            )}
          </>
        ) : (
          <p>Belum ada periode yang dihitung.</p>
        )}
      </Finding>
      {looser && (
        <Finding isOver title="Batas versi sebelumnya">
          {looser.cap_percent && (
            <p>
              Versi sebelumnya membayar paling banyak {percent(looser.cap_percent)} penjualan;
              rencana ini lebih banyak.
            </p>
          )}
          {looser.member_cap_rp != null && (
            <p>
              Versi sebelumnya membayar seorang anggota paling banyak {rupiah(looser.member_cap_rp)}{' '}
              per periode; rencana ini tidak, atau lebih banyak.
            </p>
          )}
          <p className="mt-1">
            Batasnya menjadi lebih longgar, jadi pemilik lain harus menyetujuinya dengan alasan.
          </p>
        </Finding>
      )}
    </>
  );
}

function Finding({
  isOver,
  title,
  children,
}: {
  isOver: boolean;
  title: string;
  children: ReactNode;
}) {
  const Icon = isOver ? TriangleAlert : CircleCheck;
  return (
    <section
      aria-label={title}
      className={`flex gap-3 rounded-2xl border p-5 ${isOver ? 'border-warn bg-warn-soft' : 'border-line bg-surface'}`}
    >
      <Icon
        aria-hidden
        size={20}
        className={`mt-0.5 shrink-0 ${isOver ? 'text-warn' : 'text-success'}`}
      />
      <div className="min-w-0 text-sm">
        <h2 className="mb-1 text-base font-semibold">{title}</h2>
        {children}
      </div>
    </section>
  );
}
