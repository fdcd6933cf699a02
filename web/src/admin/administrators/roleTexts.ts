import type { AdminRole } from '@/admin/roles';

/** Roles that an administrator can have, each with a description of its tasks. */
export const roleTexts: readonly (readonly [AdminRole, string])[] = [
  ['owner', 'Semua bagian, termasuk pengelola dan pengaturan.'],
  ['fulfilment', 'Mengemas dan mengirim pesanan.'],
  ['finance', 'Pengembalian dana, anggota, BV, dan bonus.'],
  ['catalogue', 'Produk, voucher, banner, ulasan, dan halaman.'],
];
