import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { Card } from '@/admin/ui/Card';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { refresh } from '@/api/calls';
import type { PlanDraftPage } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/**
 * Draft that needs another owner's approval: the reason for waiting, and for that owner the
 * approval button.
 */
export function WaitingCard({ draft, version }: { draft: PlanDraftPage; version: number }) {
  const { id, waiting } = draft;
  const navigate = useNavigate();
  const isOwner = useHasRole();
  const [asking, setAsking] = useRestoredState('asking', false);
  if (!waiting) return null;
  const confirm = async (reason: string) => {
    const published = await save(
      'POST /api/admin/compensation-plan-drafts/{id}/confirm',
      { params: { id: String(id) }, body: { version, reason } },
      { changes: [] },
    );
    toast('success', 'Rencana sudah terbit');
    await navigate(adminPaths.planVersion(published.id), { replace: true });
    void refresh('/api/');
  };
  return (
    <Card title="Menunggu persetujuan pemilik lain">
      <div className="mt-2 grid max-w-prose gap-2 text-sm">
        <p>
          {waiting.is_own ? 'Anda' : waiting.asked_by} meminta rencana ini diterbitkan pada{' '}
          {dateTime(waiting.asked_at)}, berlaku{' '}
          {waiting.from_period_name
            ? `mulai periode ${waiting.from_period_name}`
            : 'untuk semua periode yang belum dihitung'}
          . Rencana ini melewati batasnya pada periode terakhir yang dihitung, atau melonggarkan
          batas versi sebelumnya, jadi pemilik lain harus menyetujuinya.
        </p>
        <p className="text-muted">
          {waiting.is_own
            ? 'Mintalah pemilik lain membuka halaman ini. Perubahan pada draf membatalkan permintaan ini.'
            : isOwner
              ? 'Periksa rancangan dan uji ulangnya. Persetujuan Anda menerbitkannya, dengan alasan yang tercatat.'
              : 'Hanya pemilik toko yang dapat menyetujuinya.'}
        </p>
      </div>
      {!waiting.is_own && isOwner && (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Setujui dan terbitkan
        </Button>
      )}
      {asking && (
        <ReasonDialog
          title="Setujui dan terbitkan?"
          text="Tuliskan mengapa toko memakainya, walau melewati atau melonggarkan batasnya."
          confirm="Setujui dan terbitkan"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
