/** Setup steps of a new shop, and whether it is open. */
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { shop } from '@/shop';
import { toast } from '@/ui/toast';

/** Query of the setup steps of a new shop. */
export const setupQuery = adminQuery('/api/admin/setup');

/** Opens or closes the shop, and updates this tab accordingly. */
export async function setOpen(open: boolean): Promise<void> {
  await save('PUT /api/admin/setup/open', { body: { open } }, { keep: setupQuery });
  shop.closed = !open;
  toast('success', open ? 'Toko sudah dibuka.' : 'Toko ditutup.');
}
