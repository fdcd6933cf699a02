/** What each administrator may do, in words, and how the list of them is asked again. */
import { queryClient } from '@/api/client';
import type { AdminRole } from '@/admin/roles';

/** The roles with what is done there. */
export const roleTexts: readonly (readonly [AdminRole, string])[] = [
  ['owner', 'Semua bagian, termasuk pengelola dan pengaturan.'],
  ['fulfilment', 'Mengemas dan mengirim pesanan.'],
  ['finance', 'Pengembalian dana, anggota, BV, dan bonus.'],
  ['catalogue', 'Produk, voucher, banner, ulasan, dan halaman.'],
];

/** Asks for the administrators, and for whoever's page is kept, again. */
export function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['member', 'pages', '/api/admin/staff'] });
  void queryClient.invalidateQueries({ queryKey: ['member', 'office'] });
}
