import {
  Ban,
  Banknote,
  CircleCheck,
  PackageOpen,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useApprovalWait } from '@/admin/components/approvalWait';
import { useHasRole } from '@/admin/roles';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { refresh } from '@/api/calls';
import type { AdminReturn, AdminReturnAction } from '@/api/schema';
import { save } from '@/api/save';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { ReceiveDialog } from './ReceiveDialog';
import { TextDialog } from './TextDialog';
import { TransferDialog } from './TransferDialog';

const buttons: Record<AdminReturnAction, { icon: LucideIcon; name: string }> = {
  approve: { icon: CircleCheck, name: 'Setujui' },
  refuse: { icon: Ban, name: 'Tolak' },
  receive: { icon: PackageOpen, name: 'Barang diterima' },
  refund: { icon: Undo2, name: 'Kembalikan dana' },
  transfer: { icon: Banknote, name: 'Siapkan transfer' },
  approve_transfer: { icon: CircleCheck, name: 'Setujui transfer' },
  replace: { icon: Truck, name: 'Kirim pengganti' },
};

/** Actions of the finance desk. */
const ofFinance: ReadonlySet<AdminReturnAction> = new Set([
  'refund',
  'transfer',
  'approve_transfer',
]);

/** Waits for a response, and shows its message. */
async function told(answer: Promise<{ message: string }>): Promise<void> {
  toast('success', (await answer).message);
}

/** Actions possible on a return now, each for the desk that may take it. */
export function ReturnActions({ shown }: { shown: AdminReturn }) {
  const [packs, handles] = [useHasRole('fulfilment'), useHasRole('finance')];
  const [asking, setAsking] = useRestoredState<AdminReturnAction | null>('asking', null);
  const mayNotYet = useApprovalWait();
  const own = shown.actions.filter(
    (action) =>
      !(action === 'approve_transfer' && mayNotYet) && (ofFinance.has(action) ? handles : packs),
  );
  // A refund that the provider refused would be refused again: the manual transfer comes first
  // then.
  const next = shown.channel_refused && own.includes('transfer') ? 'transfer' : own[0];
  const waits = shown.transfer?.prepared_by_you && !shown.transfer.reference;
  const { id, version, member } = shown;
  const params = { id };
  const close = () => setAsking(null);
  const money = `${rupiah(shown.refund_rp)} untuk ${member.name}`;
  const points = shown.points > 0 ? `, dan ${number(shown.points)} BV dikurangkan` : '';
  return (
    <>
      {waits && (
        <p className="mt-4 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">
          Anda yang menyiapkan transfer ini. Mintalah pengelola lain untuk menyetujuinya.
        </p>
      )}
      {mayNotYet && handles && shown.actions.includes('approve_transfer') && (
        <p className="mt-4 rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn">{mayNotYet}</p>
      )}
      {own.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {own.map((action) => {
            const { icon: Icon, name } = buttons[action];
            return (
              <Button
                key={action}
                look={action === next && !waits ? 'primary' : 'outline'}
                onClick={() => setAsking(action)}
              >
                <Icon aria-hidden size={18} />
                {action === 'transfer' && shown.transfer ? 'Ubah transfer' : name}
              </Button>
            );
          })}
        </div>
      )}
      {asking === 'approve' && (
        <ConfirmDialog
          title="Setujui pengembalian?"
          text={`${member.name} diminta mengirim barangnya ke toko, dengan nomor ${shown.number} di dalam paket.`}
          confirm="Setujui"
          onConfirm={() =>
            told(save('POST /api/admin/returns/{id}/approve', { params, body: { version } }))
          }
          onClose={close}
        />
      )}
      {asking === 'refuse' && (
        <ReasonDialog
          title="Tolak pengembalian?"
          text="Anggota membaca alasannya."
          confirm="Tolak"
          onConfirm={(reason) => {
            const body = { version, reason };
            return told(save('POST /api/admin/returns/{id}/refuse', { params, body }));
          }}
          onClose={close}
        />
      )}
      {asking === 'receive' && <ReceiveDialog shown={shown} onClose={close} />}
      {asking === 'refund' && (
        <ConfirmDialog
          title="Kembalikan dana?"
          text={`${money} kembali lewat penyedia pembayaran${points}.`}
          confirm="Kembalikan dana"
          onConfirm={() => {
            const given = { params, body: { version } };
            return told(save('POST /api/admin/returns/{id}/refund', given)).finally(
              // Refreshes after a failure too: the provider was asked even if no answer arrived.
              () => void refresh('/api/admin/returns'),
            );
          }}
          onClose={close}
        />
      )}
      {asking === 'transfer' && <TransferDialog shown={shown} onClose={close} />}
      {asking === 'approve_transfer' && (
        <TextDialog
          title="Setujui transfer?"
          text={`${money}: ${shown.transfer?.bank} ${shown.transfer?.bank_account} atas nama ${shown.transfer?.account_name}. Lakukan transfernya, lalu catat nomor referensinya${points}.`}
          label="Nomor referensi transfer"
          missing="Isi nomor referensi transfernya."
          confirm="Dana sudah ditransfer"
          onConfirm={(reference) => {
            const body = { version, reference };
            return told(save('POST /api/admin/returns/{id}/transfer/approve', { params, body }));
          }}
          onClose={close}
        />
      )}
      {asking === 'replace' && (
        <TextDialog
          title="Kirim barang pengganti?"
          text="Barang yang sama diambil dari stok. Anggota melihat nomor resinya."
          label="Nomor resi"
          missing="Isi nomor resi paket penggantinya."
          confirm="Kirim"
          onConfirm={(resi) => {
            const body = { version, resi };
            return told(save('POST /api/admin/returns/{id}/replace', { params, body }));
          }}
          onClose={close}
        />
      )}
    </>
  );
}
