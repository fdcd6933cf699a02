import { useState, type ReactNode } from 'react';
import { pictureUrl } from '@/pictures';
import type { Bonus } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

/** Whether a bonus has been transferred: green or grey. */
export function BonusStatus({ status }: { status: Bonus['status'] }) {
  const paid = status === 'paid';
  return (
    <span
      className={`rounded-full px-3 py-1 text-xs font-semibold whitespace-nowrap ${paid ? 'bg-brand-soft text-brand' : 'bg-line text-ink'}`}
    >
      {paid ? 'Sudah dibayar' : 'Belum dibayar'}
    </span>
  );
}

/** What is said of what a bonus comes to after tax. */
export function netName({ status }: Bonus): string {
  return status === 'paid' ? 'Ditransfer' : 'Akan ditransfer';
}

/** A bonus with its status and the proof that it was paid. */
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
      {shown && bonus.proof_transfer && (
        <ProofDialog
          title={`Bukti bayar ${bonus.bv_period_name}`}
          picture={bonus.proof_transfer}
          onClose={() => setShown(false)}
        />
      )}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

type ProofProps = { title: string; picture: string; onClose: () => void };

function ProofDialog({ title, picture, onClose }: ProofProps) {
  const [failed, setFailed] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} wide>
      {failed ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          Bukti bayar tidak dapat dimuat.
        </p>
      ) : (
        <img
          src={pictureUrl(picture)}
          alt={title}
          onError={() => setFailed(true)}
          className="mx-auto mt-4 max-h-[70dvh] min-h-40 max-w-full rounded-xl bg-sunken object-contain"
        />
      )}
      <div className="mt-5 flex justify-end">
        <Button look="outline" onClick={onClose}>
          Tutup
        </Button>
      </div>
    </Dialog>
  );
}
