/** Setup that a new shop still needs, and whether it is open. */
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { shop } from '@/shop';
import { toast } from '@/ui/toast';

/** Query of what a new shop still needs. */
export const setupQuery = adminQuery('/api/admin/setup');

/** Opens the shop or closes it, and lets this tab go on with it. */
export async function setOpen(open: boolean): Promise<void> {
  await save('PUT /api/admin/setup/open', { body: { open } }, { keep: setupQuery });
  shop.closed = !open;
  toast('success', open ? 'Toko sudah dibuka.' : 'Toko ditutup.');
}
