import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { fileQuery } from '@/api/files';
import type { Bonus } from '@/api/schema';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { usePreview } from '@/components/photo';
import { transferFailures } from '@/components/transferFailures';
import { Link } from '@/ui/Link';
import { Skeleton } from '@/ui/Skeleton';

/** Shows whether a bonus has been transferred: green or grey. */
export function BonusStatus({ status }: { status: Bonus['status'] }) {
  const paid = status === 'paid';
  return (
    <span
      className={`rounded-full px-3 py-1 text-xs font-semibold whitespace-nowrap ${paid ? 'bg-success-soft text-success' : 'bg-line text-ink'}`}
    >
      {paid ? 'Sudah dibayar' : 'Belum dibayar'}
    </span>
  );
}

/** Returns the label of a bonus's amount after tax. */
export function netName({ status }: Bonus): string {
  return status === 'paid' ? 'Ditransfer' : 'Akan ditransfer';
}

/** A bonus with its status and its proof of payment. */
export function BonusDetail({ bonus }: { bonus: Bonus }) {
  const [shown, setShown] = useState(false);
  return (
    <section aria-label="Rincian Detail" className="card p-5">
      <h2 className="font-display text-xl font-semibold">Rincian Detail</h2>
      <dl className="mt-3 divide-y divide-line text-sm">
        <Row name="BV downline">{number(bonus.total_downline_bv)} BV</Row>
        <Row name="Bonus didapat">
          <span className="font-semibold">{rupiah(bonus.bonus_rupiah)}</span>
        </Row>
        {bonus.tax_rp != null && bonus.net_rp != null && (
          <>
            <Row name="Pajak yang dipotong">{rupiah(-bonus.tax_rp)}</Row>
            <Row name={netName(bonus)}>
              <span className="font-semibold">{rupiah(bonus.net_rp)}</span>
            </Row>
          </>
        )}
        <Row name="Status">
          <BonusStatus status={bonus.status} />
        </Row>
        <Row name="Bukti bayar">
          {bonus.proof_transfer ? (
            <Button look="outline" onClick={() => setShown(true)}>
              Lihat
            </Button>
          ) : (
            'Belum ada bukti bayar'
          )}
        </Row>
      </dl>
      {bonus.failed_transfer && (
        <p className="mt-3 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
          Transfer terakhir gagal: {transferFailures[bonus.failed_transfer]}. Bonus ini tidak
          hilang.
        </p>
      )}
      {bonus.waiting && (
        <p className="mt-3 rounded-2xl bg-accent-soft px-4 py-3 text-sm">
          Menunggu: bonus Anda {rupiah(bonus.waiting.bonus_rp)}, dibayar setelah terkumpul{' '}
          {rupiah(bonus.waiting.least_rp)}.
        </p>
      )}
      {shown && bonus.proof_transfer && (
        <ProofDialog
          title={`Bukti bayar ${bonus.bv_period_name}`}
          address={`/storage/${bonus.proof_transfer}`}
          paper={`${paths.bonus()}?proof=${bonus.bv_period_id}`}
          onClose={() => setShown(false)}
        />
      )}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-right tabular-nums">{children}</dd>
    </div>
  );
}

type ProofProps = { title: string; address: string; paper: string; onClose: () => void };

function ProofDialog({ title, address, paper, onClose }: ProofProps) {
  // The proof is requested each time: it is stored nowhere after the dialog is closed.
  const { data, isLoadingError } = useQuery({ ...fileQuery(address), gcTime: 0 });
  const url = usePreview(data ?? null);
  const [unreadable, setUnreadable] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} wide>
      {isLoadingError || unreadable ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          Bukti bayar tidak dapat dimuat.
        </p>
      ) : url ? (
        <img
          src={url}
          alt={title}
          onError={() => setUnreadable(true)}
          className="mx-auto mt-4 max-h-[70dvh] min-h-40 max-w-full rounded-xl bg-sunken object-contain"
        />
      ) : (
        <Skeleton className="mx-auto mt-4 h-[60dvh] w-full max-w-md" />
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Link to={paper} className={buttonClass('outline')}>
          Cetak atau simpan PDF
        </Link>
        <Button look="outline" onClick={onClose}>
          Tutup
        </Button>
      </div>
    </Dialog>
  );
}
