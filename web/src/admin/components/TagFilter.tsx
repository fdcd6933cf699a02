import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '@/admin/ui/adminQuery';
import { FilterSelect } from '@/admin/ui/FilterSelect';

type Props = { known: '/api/admin/order-tags' | '/api/admin/member-tags'; chosen: string };

/** Filters a list by a tag in use; the chosen tag remains offered. */
export function TagFilter({ known, chosen }: Props) {
  const { data } = useQuery(adminQuery(known));
  const tags = new Set([...(data?.tags ?? []), ...(chosen ? [chosen] : [])]);
  return (
    <FilterSelect
      name="tag"
      label="Tanda"
      options={[['', 'Semua tanda'], ...[...tags].map((tag) => [tag, tag] as const)]}
    />
  );
}
