/** The choice between Plan A and Plan B. */
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '@/api/accounts';
import { publicQuery } from '@/api/calls';
import { shop } from '@/shop';
import { SelectField } from '@/ui/Field';

/** Whether bonuses depend on it. */
export const planChoiceQuery = publicQuery('/api/plan-choice');

/** Meaning of a plan, in the shop's words, where it has any. */
export const planText = (id: number | null) =>
  (id === 1 && shop.plan_a_text) || (id === 2 && shop.plan_b_text) || undefined;

type Props = {
  /** The field `id_plan` of a form. */
  field: {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
};

/** The plan that a new member begins with; nothing where bonuses are the same in all. */
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
