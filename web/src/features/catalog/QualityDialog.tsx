import { BadgeCheck } from 'lucide-react';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

/** Default promises, for a shop that has written none. */
const builtIn = [
  'Setiap produk asli, dan dikirim langsung oleh toko ini.',
  'Segel dan tanggal kedaluwarsa diperiksa sebelum dikemas.',
  'Barang yang berbeda dari pesanan atau rusak dalam perjalanan dapat diajukan penggantiannya.',
];

/** Promises of the shop about its goods. */
export default function QualityDialog({ onClose }: { onClose: () => void }) {
  const { promises = builtIn } = shop;
  return (
    <Dialog title="100% Produk Original" onClose={onClose}>
      <ul className="mt-4 grid gap-3 text-sm text-muted">
        {promises.map((promise) => (
          <li key={promise} className="flex gap-3">
            <BadgeCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-brand" />
            {promise}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </Dialog>
  );
}
