import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { fileQuery } from '@/api/files';
import { usePreview } from '@/components/photo';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Skeleton } from '@/ui/Skeleton';

type Props = {
  /** Addresses of pictures with restricted access. */
  pictures: string[];
  /** Name of the pictures' subject, such as `Foto barang`. */
  label: string;
};

/** Pictures with restricted access, each of which can be enlarged. */
export function OwnPictures({ pictures, label }: Props) {
  const [shown, setShown] = useState<number | null>(null);
  const name = (index: number) => (pictures.length > 1 ? `${label} ${index + 1}` : label);
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {pictures.map((address, index) => (
          <li key={address}>
            <button
              type="button"
              aria-label={`Perbesar ${name(index)}`}
              onClick={() => setShown(index)}
              className="block size-24 overflow-hidden rounded-xl border border-line"
            >
              <OwnPicture address={address} alt="" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Dialog title={name(shown)} wide onClose={() => setShown(null)}>
          <div className="mt-4 grid min-h-48 place-items-center">
            <OwnPicture
              address={pictures[shown] ?? ''}
              alt={name(shown)}
              className="max-h-[65vh] rounded-2xl object-contain"
            />
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            {pictures.length > 1 && (
              <Button look="outline" onClick={() => setShown((shown + 1) % pictures.length)}>
                Berikutnya
              </Button>
            )}
            <Button onClick={() => setShown(null)}>Tutup</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

type OwnPictureProps = { address: string; alt: string; className: string };

/** Picture with restricted access, fetched with the session. */
export function OwnPicture({ address, alt, className }: OwnPictureProps) {
  const { data, isError } = useQuery(fileQuery(address));
  const url = usePreview(data ?? null);
  if (url) return <img src={url} alt={alt} className={className} />;
  if (isError)
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': `${alt} tidak dapat dimuat` } : {})}
        className="grid size-full min-h-24 place-items-center bg-sunken text-muted"
      >
        <ImageOff aria-hidden size={22} strokeWidth={1.5} />
      </span>
    );
  return <Skeleton className="size-full min-h-24 min-w-24" />;
}
