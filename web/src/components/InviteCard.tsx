import { Link, Share2 } from 'lucide-react';
import { Suspense } from 'react';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { part } from '@/ui/part';
import { canShare, copyLink, share } from '@/ui/share';
import { Skeleton } from '@/ui/Skeleton';

// If the QR code fails to load, the link next to it serves the same purpose.
const QrCode = part(() => import('./QrCode'));

/** Link for registering below this member, also as a QR code. */
export function InviteCard({ uid }: { uid: string }) {
  const url = window.location.origin + paths.register({ ref: uid });
  return (
    <section aria-label="Ajak teman bergabung" className="@container card p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-center gap-6 @md:flex-nowrap">
        <div className="size-44 shrink-0">
          <Suspense fallback={<Skeleton className="size-full rounded-2xl" />}>
            <QrCode text={url} label="Kode QR tautan pendaftaran Anda" />
          </Suspense>
        </div>
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-display text-xl font-semibold">Ajak teman bergabung</h2>
          <p className="mt-1.5 text-sm text-muted">
            Siapa pun yang mendaftar lewat tautan atau kode QR ini tercatat di bawah Anda.
          </p>
          <p className="mt-3 rounded-xl bg-sunken px-3.5 py-2.5 text-sm break-all select-all">
            {url}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button look="outline" onClick={() => void copyLink(url)}>
              <Link aria-hidden size={16} /> Salin tautan
            </Button>
            {canShare() && (
              <Button
                look="outline"
                onClick={() =>
                  void share({
                    title: shop.name,
                    text: `Bergabunglah bersama saya di ${shop.name}.`,
                    url,
                  })
                }
              >
                <Share2 aria-hidden size={16} /> Bagikan
              </Button>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
