import { useState } from 'react';
import { ApiError, queryClient, request } from '@/api/client';
import { Sortable } from '@/admin/ui/Sortable';
import { toast } from '@/ui/toast';
import { complain, refresh } from './calls';
import type { ReactNode } from 'react';

type Item = { id: number };

type Props<A, T extends Item> = {
  label: string;
  /** Where the list is kept, and what is kept there. */
  list: { queryKey: readonly unknown[] };
  answer: A;
  itemsOf: (answer: A) => T[];
  /** Where its order is sent, and what visitors see of it. */
  path: string;
  shown: string;
  nameOf: (item: T) => string;
  render: (item: T) => ReactNode;
};

/** A list in the shop's order, which is kept as soon as it is changed. */
export function OrderedList<A, T extends Item>({
  label,
  list,
  answer,
  itemsOf,
  path,
  shown,
  nameOf,
  render,
}: Props<A, T>) {
  // What was dropped stays where it is while the server is told.
  const [wanted, setWanted] = useState<T[] | null>(null);

  const sort = async (items: T[]) => {
    setWanted(items);
    try {
      const kept = await request<A>('PUT', path, { ids: items.map(({ id }) => id) });
      queryClient.setQueryData(list.queryKey, kept);
      toast('success', 'Urutan disimpan.');
      refresh(shown);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        const { current } = error.answer as { current: A };
        queryClient.setQueryData(list.queryKey, current);
      }
      complain(error);
    }
    setWanted(null);
  };

  return (
    <Sortable
      label={label}
      items={wanted ?? itemsOf(answer)}
      keyOf={({ id }) => String(id)}
      nameOf={nameOf}
      className="grid gap-3"
      render={(item, handle) => (
        <div className="flex items-center gap-3 card p-3 sm:p-4">
          {handle}
          <div className="min-w-0 flex-1">{render(item)}</div>
        </div>
      )}
      onOrder={(items) => void sort(items)}
    />
  );
}
