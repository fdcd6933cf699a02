import { Plus, Trash2 } from 'lucide-react';
import type { Draft } from '@/admin/ui/useDraft';
import { Button } from '@/ui/Button';
import { NumberField } from '@/admin/ui/NumberField';
import { TextField } from '@/ui/Field';
import { MAX_LEVELS, withLevels, type PlanDraft } from './planDraft';

/** The fields' names, for saying what someone else has changed. */
export const planLabels = {
  personal_rate: 'Bonus pribadi',
  cap_percent: 'Batas bonus',
  qualification_points: 'Syarat poin pribadi',
  point_value_rp: 'Nilai satu poin',
  levels: 'Jumlah tingkat',
};

/** The fields of a plan, with as many levels as wanted. */
export function PlanFields({ draft }: { draft: Draft<PlanDraft> }) {
  const { levels } = draft.draft;
  return (
    <div className="grid gap-5">
      <div className="card grid gap-4 p-5 sm:grid-cols-2">
        <TextField
          label={`${planLabels.personal_rate} (%)`}
          inputMode="decimal"
          hint="Dari nilai poin sendiri."
          {...draft.tie('personal_rate')}
        />
        <NumberField label={`${planLabels.point_value_rp} (Rp)`} {...draft.tie('point_value_rp')} />
        <NumberField
          label={planLabels.qualification_points}
          hint="Poin sendiri yang diperlukan untuk bonus dari jaringan."
          {...draft.tie('qualification_points')}
        />
        <TextField
          label={`${planLabels.cap_percent} (%)`}
          inputMode="decimal"
          hint="Jumlah semua bonus paling banyak sekian persen dari penjualan."
          {...draft.tie('cap_percent')}
        />
      </div>
      <fieldset className="card grid gap-4 p-5">
        <legend className="contents font-semibold">Bonus dari jaringan</legend>
        {levels === 0 && <p className="text-sm text-muted">Tidak ada bonus dari jaringan.</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          {Array.from({ length: levels }, (_, level) => (
            <TextField
              key={level}
              label={`Tingkat ${level + 1} (%)`}
              inputMode="decimal"
              {...draft.tie(`level_rates.${level}`)}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            look="outline"
            disabled={levels >= MAX_LEVELS}
            onClick={() => draft.change(withLevels(draft.draft, levels + 1))}
          >
            <Plus aria-hidden size={18} />
            Tambah tingkat
          </Button>
          {levels > 0 && (
            <Button
              look="outline"
              onClick={() => draft.change(withLevels(draft.draft, levels - 1))}
            >
              <Trash2 aria-hidden size={18} />
              Hapus tingkat {levels}
            </Button>
          )}
        </div>
      </fieldset>
    </div>
  );
}
