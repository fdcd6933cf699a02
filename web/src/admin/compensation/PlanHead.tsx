import { NumberField } from '@/admin/ui/NumberField';
import { SelectField, TextField } from '@/ui/Field';
import { useDesigner, useFieldBinding } from './designer';
import type { PlanForm } from './planForm';

type TextKey = Exclude<keyof PlanForm, 'ranks' | 'components'>;

/** Settings of the whole plan. */
export function PlanHead() {
  const { plan, change } = useDesigner();
  const tie = useFieldBinding();
  const field = (name: TextKey) => ({
    ...tie(name),
    value: plan[name],
    onChange: ({ target }: { target: { value: string } }) =>
      change((before) => ({ ...before, [name]: target.value })),
  });
  const isKnown = plan.ranks.some(({ code }) => code === plan.boundary_rank);
  return (
    <section aria-labelledby="plan-head" className="card p-5">
      <h2 id="plan-head" className="font-display text-lg font-semibold">
        Umum
      </h2>
      <p className="mt-1 text-sm text-muted">
        Sebelum dihitung, BV setiap anggota dialokasikan: di bawah 200 semuanya Plan A, dan Plan B
        tidak pernah lebih dari 200.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nama rencana"
          autoComplete="off"
          maxLength={100}
          className="sm:col-span-2"
          {...field('name')}
        />
        <NumberField
          label="Nilai satu poin (Rp)"
          hint="Persen bonus dihitung dari poin kali nilai ini."
          {...field('point_value_rp')}
        />
        <TextField
          label="Batas semua bonus (%)"
          inputMode="decimal"
          autoComplete="off"
          hint="Dari penjualan bersih periode. Bila lebih, semua bonus dikecilkan sebanding."
          {...field('cap_percent')}
        />
        <NumberField
          label="Batas per anggota (Rp)"
          hint="Paling banyak untuk satu anggota per periode. Kosongkan bila tidak ada."
          {...field('member_cap_rp')}
        />
        <SelectField
          label="Peringkat batas"
          hint="Grup pribadi berakhir di anggota berperingkat ini atau lebih tinggi; bonus generasi dibayar antara mereka."
          {...field('boundary_rank')}
        >
          <option value="">Tidak ada</option>
          {plan.boundary_rank && !isKnown && (
            <option value={plan.boundary_rank}>{plan.boundary_rank} (bukan peringkat)</option>
          )}
          {plan.ranks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name || code}
            </option>
          ))}
        </SelectField>
      </div>
    </section>
  );
}
