/** Choice between Plan A and Plan B. */
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '@/api/accounts';
import { publicQuery } from '@/api/calls';
import { shop } from '@/shop';
import { SelectField } from '@/ui/Field';

/** Query of whether bonuses depend on the choice. */
export const planChoiceQuery = publicQuery('/api/plan-choice');

/** Meaning of a plan in the shop's words, if it has any. */
export const planText = (id: number | null) =>
  (id === 1 && shop.plan_a_text) || (id === 2 && shop.plan_b_text) || undefined;

type Props = {
  /** Props of the form's field `id_plan`. */
  field: {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
};

/** Field for the first plan of a new member; nothing if bonuses are the same in all plans. */
export function PlanField({ field }: Props) {
  const choice = useQuery(planChoiceQuery).data;
  const plans = useQuery(plansQuery).data ?? [{ id: 1, name: 'Plan A' }];
  if (choice?.matters === false) return null;
  return (
    <SelectField label="Plan" hint={planText(Number(field.value))} {...field}>
      {plans.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
