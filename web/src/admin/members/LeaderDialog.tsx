import { useQuery } from '@tanstack/react-query';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { ApiError, sentence } from '@/errors';
import type { LeaderPreview, MemberDetail } from '@/api/schema';
import { refused } from '@/fieldErrors';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog } from '@/ui/Dialog';
import { TextAreaField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { MemberPicker } from '@/admin/components/MemberPicker';
import { adminQuery } from '@/admin/ui/adminQuery';
import { query } from '@/api/calls';
import { save } from '@/api/save';
import { useForm } from '@/ui/useForm';
import { useRestoredState } from '@/ui/useRestoredState';
import { PathLine } from './PathLine';

/** New leader: a member, no one, or not chosen yet. */
type Choice = { uid: string; name: string } | 'nobody' | null;

/** Moves a member below another leader: the choice, its effect, and the reason. */
export default function LeaderDialog({
  member,
  onClose,
}: {
  member: MemberDetail;
  onClose: () => void;
}) {
  const [choice, setChoice] = useRestoredState<Choice>('leader.choice', null);
  const [reason, setReason] = useRestoredState('leader.reason', '');
  const leader = choice === 'nobody' ? null : (choice?.uid ?? null);
  const preview = useQuery({
    ...query('/api/admin/members/{uid}/leader', { uid: member.uid, leader_uid: leader }),
    enabled: choice !== null,
    staleTime: 0,
    gcTime: 0,
  });

  const { errors, failure, isPending, reset, onSubmit } = useForm(async () => {
    if (!reason.trim()) throw refused('reason', 'Tuliskan alasannya.');
    const params = { uid: member.uid };
    const leader_uid_before = member.leader?.uid ?? null;
    const body = { leader_uid: leader, leader_uid_before, reason };
    const keep = adminQuery('/api/admin/members/{uid}', params);
    await save('POST /api/admin/members/{uid}/leader', { params, body }, { keep });
    toast('success', 'Leader diubah.');
    onClose();
  }, 'Gagal mengubah leader. Isian Anda tetap ada, coba lagi.');
  const problem = failure ?? errors.leader_uid;
  const choose = (next: Choice) => {
    setChoice(next);
    reset();
  };

  return (
    <Dialog title="Ubah leader" wide onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="mt-2 grid gap-4">
        <p className="text-sm text-muted">
          Leader <strong className="text-ink">{member.name}</strong> sekarang:{' '}
          {member.leader
            ? `${member.leader.name} (${member.leader.uid})`
            : 'tidak ada (puncak jaringan)'}
          .
        </p>
        <div className="grid gap-2">
          {/* The list of suggestions needs room inside the dialog. */}
          <MemberPicker
            label="Cari leader baru: nama, ID, atau email"
            except={member.uid}
            error={preview.isError}
            onPick={({ uid, name }) => choose({ uid, name })}
          />
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <Checkbox
              checked={choice === 'nobody'}
              onChange={(event) => choose(event.target.checked ? 'nobody' : null)}
            />
            Tanpa leader (puncak jaringan)
          </label>
          {choice !== null && choice !== 'nobody' && (
            <p className="text-sm">
              Leader baru: <strong>{choice.name}</strong> ({choice.uid})
            </p>
          )}
        </div>
        {choice !== null && (
          <div aria-live="polite" className="min-h-24">
            {preview.data ? (
              <Preview preview={preview.data} />
            ) : preview.error ? (
              <Problem
                text={sentence(preview.error, 'Pratinjau gagal dimuat.')}
                {...(preview.error instanceof ApiError && preview.error.status === 422
                  ? {}
                  : { onRetry: () => void preview.refetch() })}
              />
            ) : (
              <p className="text-sm text-muted">Memeriksa...</p>
            )}
          </div>
        )}
        <TextAreaField
          label="Alasan"
          value={reason}
          maxLength={300}
          error={errors.reason}
          onChange={(event) => {
            setReason(event.target.value);
            if (errors.reason) reset();
          }}
        />
        {problem && <Problem text={problem} />}
        <DialogFoot>
          <Button look="outline" onClick={onClose} disabled={isPending}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Memindahkan...'} disabled={!preview.data}>
            Ubah leader
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function Preview({ preview }: { preview: LeaderPreview }) {
  const { members, from, to, periods } = preview;
  return (
    <dl className="grid gap-3 rounded-2xl bg-sunken p-4 text-sm">
      <div>
        <dt className="text-xs text-muted">Yang pindah</dt>
        <dd>
          {members === 1
            ? 'Anggota ini saja'
            : `${number(members)} anggota (termasuk ${number(members - 1)} downline)`}
        </dd>
      </div>
      <div>
        <dt className="text-xs text-muted">Dari</dt>
        <dd>
          <PathLine path={from} />
        </dd>
      </div>
      <div>
        <dt className="text-xs text-muted">Ke</dt>
        <dd>
          <PathLine path={to} />
        </dd>
      </div>
      <div>
        <dt className="text-xs text-muted">BV grup yang ikut pindah (periode belum dikalkulasi)</dt>
        <dd>
          {periods.length === 0
            ? 'Tidak ada'
            : periods.map(({ name, points }) => `${name}: ${number(points)} BV`).join(', ')}
        </dd>
      </div>
    </dl>
  );
}
