import { useHasRole } from '@/admin/roles';
import { Badge } from '@/ui/Badge';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import type { AdminOrder, ProblemFacts } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { problemNames } from './labels';

/** Payment problems of an order, and their solutions. */
export function OrderProblems({ order }: { order: AdminOrder }) {
  const handles = useHasRole('finance');
  const [solving, setSolving] = useRestoredState<ProblemFacts | null>('solving', null);
  const [accepting, setAccepting] = useRestoredState<ProblemFacts | null>('accepting', null);
  const { problems, total_rp, actions } = order;
  const waits = actions.includes('transfer');
  /** Whether a payment of a wrong amount exceeds the order's total and can still pay the order. */
  const isEnough = ({ kind, amount_rp }: ProblemFacts) =>
    waits && kind === 'amount_mismatch' && amount_rp > total_rp;
  if (problems.length === 0) return null;
  return (
    <section aria-label="Masalah pembayaran" className="mt-5 card p-5">
      <h2 className="font-semibold">Masalah pembayaran</h2>
      <ul className="mt-2 divide-y divide-line text-sm">
        {problems.map((problem) => (
          <li key={problem.id} className="flex flex-wrap items-start gap-3 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {problemNames[problem.kind] ?? problem.kind} · {rupiah(problem.amount_rp)}
                {problem.solved_at ? (
                  <Badge tone="good">Selesai</Badge>
                ) : (
                  <Badge tone="bad">Terbuka</Badge>
                )}
              </p>
              <p className="text-muted wrap-anywhere">{problem.note}</p>
              {!problem.solved_at && waits && problem.kind === 'amount_mismatch' && (
                <p>
                  Pesanannya {rupiah(total_rp)} dan masih menunggu.{' '}
                  {isEnough(problem) && 'Terima sebagai lunas dan kembalikan kelebihannya, atau '}
                  {isEnough(problem) ? 'batalkan' : 'Batalkan'} pesanannya: dananya lalu kembali
                  dengan sendirinya, seperti bila batas bayarnya lewat.
                </p>
              )}
              <p className="text-muted">
                Ditemukan {dateTime(problem.found_at)}
                {problem.next_try_at &&
                  ` · toko mencoba mengembalikan dana lagi ${dateTime(problem.next_try_at)}`}
              </p>
              {problem.solved_at && (
                <p className="wrap-anywhere">
                  Diselesaikan {dateTime(problem.solved_at)}
                  {problem.solved_by && ` oleh ${problem.solved_by}`}
                  {problem.solution && `: ${problem.solution}`}
                </p>
              )}
            </div>
            {handles && !problem.solved_at && isEnough(problem) && (
              <Button onClick={() => setAccepting(problem)}>Terima sebagai lunas</Button>
            )}
            {handles && !problem.solved_at && !isEnough(problem) && (
              <Button look="outline" onClick={() => setSolving(problem)}>
                Tandai selesai
              </Button>
            )}
          </li>
        ))}
      </ul>
      {accepting && (
        <ReasonDialog
          title="Terima jumlah ini sebagai lunas?"
          of={accepting.id}
          text={`Dibayar ${rupiah(accepting.amount_rp)}, pesanannya ${rupiah(total_rp)}. Pesanan menjadi lunas, dan kelebihannya Anda kembalikan sendiri. Pembeli melihat alasannya.`}
          confirm="Terima sebagai lunas"
          onConfirm={async (note) => {
            const params = { id: accepting.id };
            await save('POST /api/admin/payment-problems/{id}/accept', { params, body: { note } });
            toast('success', 'Pembayaran diterima sebagai lunas.');
          }}
          onClose={() => setAccepting(null)}
        />
      )}
      {solving && (
        <ReasonDialog
          title="Tandai masalah selesai"
          of={solving.id}
          text="Tuliskan apa yang sudah dilakukan, misalnya nomor bukti transfer. Setelah ini toko tidak mencoba mengembalikan dana itu lagi."
          confirm="Tandai selesai"
          onConfirm={async (note) => {
            const params = { id: solving.id };
            await save('POST /api/admin/payment-problems/{id}/solve', { params, body: { note } });
            toast('success', 'Masalah ditandai selesai.');
          }}
          onClose={() => setSolving(null)}
        />
      )}
    </section>
  );
}
