import { useState } from 'react';
import { NumberField } from '@/admin/ui/NumberField';
import { wholeNumber } from '@/admin/ui/wholeNumber';
import type { AdminReturn } from '@/api/schema';
import { save } from '@/api/save';
import { number } from '@/format';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

type Props = { shown: AdminReturn; onClose: () => void };

/** Saleable and damaged pieces of a line, as typed. */
type Typed = { saleable: string; damaged: string };

/**
 * Dialog that records which goods of a return have arrived, and which of them can be sold again.
 */
export function ReceiveDialog({ shown, onClose }: Props) {
  const [typed, setTyped] = useRestoredState<Record<number, Typed>>(
    `receive ${shown.version}`,
    () =>
      Object.fromEntries(
        shown.lines.map(({ line_id, quantity }) => [
          line_id,
          { saleable: number(quantity), damaged: '0' },
        ]),
      ),
  );
  const [refused, setRefused] = useState<Record<number, string>>({});

  const receive = () => {
    const wrong: Record<number, string> = {};
    const lines = shown.lines.map(({ line_id, quantity }) => {
      const { saleable, damaged } = typed[line_id] ?? { saleable: '', damaged: '' };
      const [good, bad] = [wholeNumber(saleable || '0'), wholeNumber(damaged || '0')];
      if (good === null || bad === null) wrong[line_id] = 'Isi dengan angka.';
      else if (good + bad > quantity)
        wrong[line_id] = `Yang diajukan hanya ${number(quantity)} pcs.`;
      return { line_id, saleable: good ?? 0, damaged: bad ?? 0 };
    });
    setRefused(wrong);
    if (Object.keys(wrong).length > 0) return false;
    return save('POST /api/admin/returns/{id}/receive', {
      params: { id: shown.id },
      body: { version: shown.version, lines },
    }).then(({ message }) => toast('success', message));
  };

  return (
    <ConfirmDialog
      title="Barang diterima"
      text={
        shown.kind === 'replacement'
          ? 'Yang layak jual kembali ke stok, yang rusak tidak.'
          : 'Yang layak jual kembali ke stok, yang rusak tidak. Dana dihitung dari barang yang benar-benar diterima.'
      }
      confirm="Catat diterima"
      failed="Gagal menyimpan. Coba lagi."
      onConfirm={receive}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {shown.lines.map(({ line_id, name, variant, quantity }) => {
          const field = (which: keyof Typed, label: string) => (
            <NumberField
              label={label}
              value={typed[line_id]?.[which] ?? ''}
              onChange={({ target }) => {
                setTyped((before) => ({
                  ...before,
                  [line_id]: {
                    ...(before[line_id] ?? { saleable: '', damaged: '' }),
                    [which]: target.value,
                  },
                }));
                setRefused(({ [line_id]: _was, ...rest }) => rest);
              }}
            />
          );
          return (
            <fieldset key={line_id} className="min-w-0">
              <legend className="mb-2 text-sm font-medium wrap-anywhere">
                {[name, variant].filter(Boolean).join(', ')} ({number(quantity)} pcs)
              </legend>
              <div className="grid grid-cols-2 gap-3">
                {field('saleable', 'Layak jual')}
                {field('damaged', 'Rusak')}
              </div>
              {refused[line_id] && (
                <p role="alert" className="mt-1.5 text-sm text-danger">
                  {refused[line_id]}
                </p>
              )}
            </fieldset>
          );
        })}
      </div>
    </ConfirmDialog>
  );
}
