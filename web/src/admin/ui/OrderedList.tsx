import type { DataTag } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Sortable } from '@/admin/ui/Sortable';
import { useOrder } from '@/admin/ui/useOrder';
import type { Answer, Given } from '@/api/calls';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { toast } from '@/ui/toast';

type Item = { id: number };

type Props<C extends OrderCall, T extends Item> = {
  label: string;
  /** Key of the query that holds the list, typed by the call's answer. */
  list: { queryKey: DataTag<string[], Answer<C>, Error> };
  items: T[];
  /** Call that saves the order. */
  call: C;
  nameOf: (item: T) => string;
  render: (item: T) => ReactNode;
};

type OrderCall = 'PUT /api/admin/banners/order' | 'PUT /api/admin/popup-vouchers/order';

/** List in the shop's order; a changed order is saved at once. */
export function OrderedList<C extends OrderCall, T extends Item>({
  label,
  list,
  items,
  call,
  nameOf,
  render,
}: Props<C, T>) {
  const { shown, order } = useOrder(items, {
    sendOrder: async (sorted) => {
      const body = { ids: sorted.map(({ id }) => id) };
      await save(call, { body } as Given<C>, { keep: list });
      toast('success', 'Urutan disimpan.');
    },
    onFailure: (error) =>
      toast('error', 'Belum berhasil', sentence(error, 'Gagal menyimpan. Coba lagi.')),
  });
  return (
    <Sortable
      label={label}
      items={shown}
      keyOf={({ id }) => String(id)}
      nameOf={nameOf}
      className="grid gap-3"
      render={(item, handle) => (
        <div className="flex items-center gap-3 card p-3 sm:p-4">
          {handle}
          <div className="min-w-0 flex-1">{render(item)}</div>
        </div>
      )}
      onOrder={order}
    />
  );
}
