import type { DataTag } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Sortable } from '@/admin/ui/Sortable';
import type { Answer, Given } from '@/api/calls';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { toast } from '@/ui/toast';

type Item = { id: number };

type Props<C extends OrderCall, T extends Item> = {
  label: string;
  /** Where the list is kept, and what is kept there. */
  list: { queryKey: DataTag<string[], Answer<C>, Error> };
  items: T[];
  /** How its order is told. */
  call: C;
  nameOf: (item: T) => string;
  render: (item: T) => ReactNode;
};

type OrderCall = 'PUT /api/admin/banners/order' | 'PUT /api/admin/popup-vouchers/order';

/** A list in the shop's order, which is kept as soon as it is changed. */
export function OrderedList<C extends OrderCall, T extends Item>({
  label,
  list,
  items,
  call,
  nameOf,
  render,
}: Props<C, T>) {
  // What was dropped stays where it is while the server is told.
  const [wanted, setWanted] = useState<T[] | null>(null);

  const sort = async (sorted: T[]) => {
    setWanted(sorted);
    try {
      const body = { ids: sorted.map(({ id }) => id) };
      await save(call, { body } as Given<C>, { keep: list });
      toast('success', 'Urutan disimpan.');
    } catch (error) {
      toast('error', 'Belum berhasil', sentence(error, 'Gagal menyimpan. Coba lagi.'));
    }
    setWanted(null);
  };

  return (
    <Sortable
      label={label}
      items={wanted ?? items}
      keyOf={({ id }) => String(id)}
      nameOf={nameOf}
      className="grid gap-3"
      render={(item, handle) => (
        <div className="flex items-center gap-3 card p-3 sm:p-4">
          {handle}
          <div className="min-w-0 flex-1">{render(item)}</div>
        </div>
      )}
      onOrder={(sorted) => void sort(sorted)}
    />
  );
}
