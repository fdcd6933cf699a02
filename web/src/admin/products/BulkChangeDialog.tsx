import { DialogFoot } from '@/admin/ui/DialogFoot';
import { newToken } from '@/admin/ui/newToken';
import { useForm } from '@/ui/useForm';
import { request } from '@/api/calls';
import type { BulkAnswer, BulkChange } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { sentence } from '@/errors';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { changeOf, nothing } from './bulkDraft';
import { BulkFields } from './BulkFields';
import { BulkPreview } from './BulkPreview';

type Props = {
  ids: number[];
  /** Called after the change. */
  onDone: () => void;
  onClose: () => void;
};

/**
 * Preview that the administrator has seen: its answer, the products and the change that it applies
 * to, and an idempotency token for the change.
 */
type Seen = { answer: BulkAnswer; ids: number[]; change: BulkChange; token: string };

const CALL = 'POST /api/admin/products/changes';

/**
 * Changes many products in the same way: first the change, then a preview for each product, then
 * all or nothing is applied.
 */
export function BulkChangeDialog({ ids: chosen, onDone, onClose }: Props) {
  const [ids, setIds] = useRestoredState('change.ids', chosen);
  const [draft, setDraft] = useRestoredState('change.draft', nothing);
  const [seen, setSeen] = useRestoredState<Seen | null>('change.seen', null);
  const look = async (some: number[], change: BulkChange) => {
    const answer = await request(CALL, { body: { ids: some, change, dry_run: true } });
    setSeen({ answer, ids: some, change, token: newToken() });
  };
  const { errors, failure, isPending, onSubmit } = useForm(
    () => look(ids, changeOf(draft)),
    'Pratinjau gagal dibuat. Isian Anda tetap ada, coba lagi.',
  );
  if (seen)
    return (
      <Preview
        seen={seen}
        onSeen={setSeen}
        onLeaveOut={(rest) => {
          setIds(rest);
          return look(rest, seen.change);
        }}
        onBack={() => setSeen(null)}
        onDone={onDone}
      />
    );
  return (
    <Dialog title="Ubah sekaligus" wide {...(isPending ? {} : { onClose })}>
      <p className="mt-2 text-sm text-muted">
        {number(ids.length)} produk dipilih. Centang yang diubah; yang lain tetap seperti semula.
        Belum ada yang disimpan sebelum Anda melihat pratinjaunya.
      </p>
      <form noValidate onSubmit={onSubmit} className="mt-3">
        <BulkFields draft={draft} errors={errors} onChange={setDraft} />
        {failure && (
          <div className="mt-3">
            <Problem text={failure} />
          </div>
        )}
        <DialogFoot>
          <Button look="outline" onClick={onClose} disabled={isPending}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Memeriksa...'}>
            Lihat pratinjau
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

type PreviewProps = {
  seen: Seen;
  onSeen: (seen: Seen) => void;
  onLeaveOut: (rest: number[]) => Promise<void>;
  onBack: () => void;
  onDone: () => void;
};

function Preview({ seen, onSeen, onLeaveOut, onBack, onDone }: PreviewProps) {
  const { answer, ids, change, token } = seen;
  const { mutate, isPending, error } = useMutation(
    (work: () => Promise<void>) => work(),
    (refusal) => {
      const current = currentOf<BulkAnswer>(refusal);
      if (current) onSeen({ ...seen, answer: current, token: newToken() });
    },
  );
  const apply = async () => {
    const body = { ids, change, dry_run: false, digest: answer.digest, token };
    const { changed } = await save(CALL, { body });
    toast('success', `${number(changed)} produk diubah.`);
    onDone();
  };
  const fine = answer.products.filter(({ problem }) => !problem).map(({ id }) => id);
  return (
    <Dialog title="Pratinjau perubahan" wide {...(isPending ? {} : { onClose: onBack })}>
      <p role="status" className="mt-2 text-sm text-muted">
        {number(answer.changed)} berubah, {number(answer.unchanged)} tetap sama
        {answer.refused > 0 && `, ${number(answer.refused)} tidak dapat diubah`}. Belum ada yang
        disimpan.
      </p>
      {error && (
        <div className="mt-3">
          <Problem
            text={
              currentOf(error)
                ? 'Ada produk yang berubah sejak pratinjau dibuat, jadi belum ada yang disimpan. Ini pratinjau yang baru: periksa, lalu terapkan lagi.'
                : sentence(error, 'Gagal menyimpan. Coba lagi.')
            }
          />
        </div>
      )}
      <BulkPreview answer={answer} />
      <DialogFoot>
        <Button look="outline" onClick={onBack} disabled={isPending}>
          Kembali
        </Button>
        {answer.refused > 0
          ? fine.length > 0 && (
              <Button
                busy={isPending && 'Memeriksa...'}
                onClick={() => mutate(() => onLeaveOut(fine))}
              >
                Lanjut tanpa {number(answer.refused)} produk itu
              </Button>
            )
          : answer.changed > 0 && (
              <Button busy={isPending && 'Menyimpan...'} onClick={() => mutate(apply)}>
                Terapkan ke {number(answer.changed)} produk
              </Button>
            )}
      </DialogFoot>
    </Dialog>
  );
}
