import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { quoteReturn, Selection, ReturnRequest } from '@/api/returns';
import type { OrderReturns, ReturnKind, ReturnReason } from '@/api/schema';
import { sentence } from '@/errors';
import { dateTime } from '@/dates';
import { fieldErrors } from '@/fieldErrors';
import { number, rupiah } from '@/format';
import { ReturnMoney } from '@/components/ReturnMoney';
import { returnKinds, returnReasons } from '@/components/returns';
import { Button } from '@/ui/Button';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { SelectField, TextAreaField } from '@/ui/Field';
import { Panel } from '@/ui/Panel';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { chosenKind, chosenLines, type ReturnDraft } from '@/components/returnDraft';
import { ReturnLines } from '@/components/ReturnLines';
import { PhotosField } from '@/components/PhotosField';

type Errors = Partial<Record<'lines' | 'kind' | 'reason' | 'note' | 'pictures', string>>;

type Props = {
  orderId: string;
  asked: OrderReturns;
  draft: ReturnDraft;
  /** Changes the latest draft. */
  onDraft: (change: (draft: ReturnDraft) => ReturnDraft) => void;
  /** Calculates a selection's worth. */
  quote: typeof quoteReturn;
  /** Sends the request; a failure is shown, and no choice is lost. */
  onSend: (request: ReturnRequest) => Promise<unknown>;
  /** Whether the shop enters the request for a member who called. */
  forMember?: boolean;
};

const kindTexts: Record<ReturnKind, string> = {
  refund: 'Dana kembali setelah barang diterima toko.',
  replacement: 'Barang yang sama dikirim setelah barang diterima toko.',
  buyback: 'Toko membeli kembali barang yang tidak jadi Anda perlukan, dengan potongan.',
};

/** Form for returning goods of an order: items, kind of return, reason, and worth. */
export function ReturnForm({ orderId, asked, draft, onDraft, quote, onSend, forMember }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const [confirming, setConfirming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const lines = chosenLines(draft, asked);
  const kind = chosenKind(draft, asked);
  const selection = { kind, lines, reason: draft.reason || null };
  const money = useQuery({
    queryKey: ['/api/transactions/returns/quote', orderId, selection],
    queryFn: ({ signal }) => quote(orderId, selection, signal),
    enabled: lines.length > 0,
    placeholderData: (before) => before,
  });
  const change = (typed: Partial<ReturnDraft>, settled: keyof Errors) => {
    onDraft((before) => ({ ...before, ...typed }));
    setErrors((before) => ({ ...before, [settled]: undefined }));
  };

  const review = () => {
    const refused: Errors = {};
    if (lines.length === 0) refused.lines = 'Pilih barang yang dikembalikan.';
    if (!draft.reason) refused.reason = 'Pilih alasannya.';
    setErrors(refused);
    const [first] = Object.keys(refused);
    if (first === undefined) return setConfirming(true);
    const field = first === 'lines' ? 'button[aria-label="Tambah jumlah"]' : `[name=${first}]`;
    form.current?.querySelector<HTMLElement>(field)?.focus();
  };

  const send = async () => {
    const { reason, note, pictures } = draft;
    if (!reason) return;
    try {
      await onSend({ kind, lines, reason, note: note.trim(), pictures });
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };

  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const settled = kind === 'replacement' || (money.data && !money.isPlaceholderData);
  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
        className="grid gap-5"
      >
        <Panel title="Barang">
          <ReturnLines
            lines={asked.lines}
            pieces={draft.pieces}
            error={errors.lines}
            onChange={(chosen) => change({ pieces: chosen }, 'lines')}
          />
        </Panel>
        <Panel title={forMember ? 'Permintaan anggota' : 'Yang Anda inginkan'}>
          <div
            role="radiogroup"
            aria-label={forMember ? 'Permintaan anggota' : 'Yang Anda inginkan'}
            className="grid gap-3"
          >
            {asked.kinds.map((each) => (
              <ChoiceCard
                key={each}
                name="kind"
                checked={each === kind}
                onChoose={() => change({ kind: each }, 'kind')}
                title={returnKinds[each]}
                text={forMember ? undefined : kindTexts[each] + lastDay(asked, each)}
              />
            ))}
          </div>
          {errors.kind && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {errors.kind}
            </p>
          )}
        </Panel>
        <Panel title="Alasan">
          <div className="grid gap-4">
            <SelectField
              label="Alasan pengembalian"
              name="reason"
              required
              value={draft.reason}
              error={errors.reason}
              onChange={({ target }) =>
                change({ reason: target.value as ReturnReason | '' }, 'reason')
              }
            >
              <option value="">Pilih alasan</option>
              {Object.entries(returnReasons).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextAreaField
              label="Keterangan"
              name="note"
              maxLength={500}
              value={draft.note}
              error={errors.note}
              hint={
                forMember
                  ? 'Yang disampaikan anggota.'
                  : 'Ceritakan keadaan barangnya, agar toko dapat segera memutuskan.'
              }
              onChange={({ target }) => change({ note: target.value }, 'note')}
            />
            <PhotosField
              photos={draft.pictures}
              error={errors.pictures}
              onChange={(photos) => {
                onDraft((before) => ({ ...before, pictures: photos(before.pictures) }));
                setErrors((before) => ({ ...before, pictures: undefined }));
              }}
            />
          </div>
        </Panel>
        <Panel title="Ringkasan">
          {/* The space is reserved: content below does not move when the amount arrives. */}
          <div className="min-h-48">
            <Summary
              selection={selection}
              money={money.data}
              stale={money.isPlaceholderData}
              failure={
                money.isLoadingError ? sentence(money.error, 'Jumlah dana gagal dihitung.') : null
              }
              onRetry={() => void money.refetch()}
            />
          </div>
          <Button type="submit" className="mt-5 w-full">
            {forMember ? 'Catat pengembalian' : 'Ajukan pengembalian'}
          </Button>
        </Panel>
      </form>
      {confirming && (
        <ConfirmDialog
          title={forMember ? 'Catat pengembalian?' : 'Ajukan pengembalian?'}
          text={
            kind === 'replacement'
              ? `${number(pieces)} barang untuk diganti dengan yang sama.`
              : money.data &&
                `${number(pieces)} barang. Dana kembali ${rupiah(money.data.refund_rp)}, dan ${number(money.data.points)} BV dikurangkan.`
          }
          confirm={forMember ? 'Ya, catat' : 'Ya, ajukan'}
          cancel="Kembali"
          failed="Pengajuan gagal dikirim. Isian Anda tetap ada, coba lagi."
          disabled={!settled}
          onConfirm={send}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/**
 * Returns the deadline for a kind of return, as a sentence to append to a text; empty without a
 * deadline.
 */
function lastDay({ deadlines }: OrderReturns, kind: ReturnKind): string {
  const until = deadlines.find((each) => each.kind === kind)?.until;
  return until ? ` Dapat diajukan sampai ${dateTime(until)}.` : '';
}

type SummaryProps = {
  selection: Selection;
  money: Parameters<typeof ReturnMoney>[0]['money'] | undefined;
  stale: boolean;
  failure: string | null;
  onRetry: () => void;
};

function Summary({ selection: { kind, lines }, money, stale, failure, onRetry }: SummaryProps) {
  if (lines.length === 0)
    return <p className="text-sm text-muted">Pilih barangnya; jumlah dananya tampil di sini.</p>;
  if (failure) return <Problem text={failure} onRetry={onRetry} />;
  if (kind !== 'replacement' && !money) return <Skeleton className="h-24 rounded-2xl" />;
  return (
    <div aria-live="polite" aria-busy={stale} className={stale ? 'opacity-60' : ''}>
      {money && <ReturnMoney kind={kind} money={money} />}
    </div>
  );
}
