import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setOpen, setupQuery } from '@/admin/components/setup';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';

/**
 * Whether the shop is open, with the button that closes it; opening is done on the page that lists
 * the missing steps.
 */
export function ShopOpen() {
  const { data } = useQuery(setupQuery);
  const [asked, setAsked] = useState(false);
  if (!data) return null;
  const { opened_at } = data;
  return (
    <section aria-label="Buka atau tutup" className="card p-5 sm:p-6">
      <h2 className="flex items-center gap-3 font-display text-lg font-semibold">
        Toko
        <Badge tone={opened_at ? 'good' : 'waiting'}>{opened_at ? 'Buka' : 'Tutup'}</Badge>
      </h2>
      <p className="mt-1 text-sm text-muted">
        {!opened_at
          ? 'Pengunjung membaca “Segera hadir”.'
          : opened_at.startsWith('1970')
            ? 'Semua orang dapat berbelanja.'
            : `Dibuka ${dateTime(opened_at)}.`}
      </p>
      <div className="mt-3">
        {opened_at ? (
          <Button look="outline" onClick={() => setAsked(true)}>
            Tutup toko
          </Button>
        ) : (
          <Link to={adminPaths.dashboard()} className="text-sm text-brand underline">
            Lihat yang masih kurang, lalu buka
          </Link>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title="Tutup toko?"
          text="Pengunjung membaca “Segera hadir” dan tidak dapat berbelanja. Pesanan yang sudah masuk tetap berjalan."
          confirm="Ya, tutup"
          onConfirm={() => setOpen(false)}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
