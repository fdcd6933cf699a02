import { useState } from 'react';
import { setOpen } from '@/admin/components/setup';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

type Props = {
  /** Steps that must be done before opening. */
  missing: string[];
  /** Steps that could be done before opening. */
  optional: string[];
  /** Whether the caller may open the shop. */
  own: boolean;
};

/** Switch that opens a shop, with the visitors' view until then and the missing steps. */
export function OpenShop({ missing, optional, own }: Props) {
  const [asked, setAsked] = useState(false);
  const ready = missing.length === 0;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4 rounded-2xl bg-sunken p-4">
      <p className="min-w-0 flex-1 basis-64 text-sm">
        <span className="block font-medium">Toko belum dibuka</span>
        <span className="block text-muted">
          Pengunjung membaca “Segera hadir”; hanya pengelola yang melihat toko.{' '}
          {ready
            ? 'Semua yang wajib sudah ada.'
            : `Sebelum dibuka, masih kurang: ${missing.join(', ')}.`}
          {!own && ' Pemilik yang membukanya.'}
        </span>
      </p>
      {own && (
        <Button onClick={() => setAsked(true)} disabled={!ready}>
          Buka toko
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title="Buka toko sekarang?"
          text={
            optional.length > 0
              ? `Semua orang dapat melihat dan berbelanja di ${shop.name}. Yang belum dilengkapi: ${optional.join(', ')}.`
              : `Semua orang dapat melihat dan berbelanja di ${shop.name}.`
          }
          confirm="Ya, buka"
          onConfirm={() => setOpen(true)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
