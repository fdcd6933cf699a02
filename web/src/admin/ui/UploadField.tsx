import { ImagePlus } from 'lucide-react';
import { useId } from 'react';
import { request } from '@/api/calls';
import { sentence } from '@/errors';
import { OwnPicture } from '@/components/OwnPictures';
import { decodable } from '@/components/photo';
import type { Uploaded } from '@/api/schema';
import { Button } from '@/ui/Button';
import { Picture } from '@/ui/Picture';
import { FileButton, PICTURES } from '@/ui/FileButton';
import { useMutation } from '@/ui/useMutation';

/** Folders for uploaded pictures, one for each purpose. */
export type Folder =
  'products' | 'categories' | 'vouchers' | 'banners' | 'popup-vouchers' | 'proofs' | 'brand';

/** Returns the address of an uploaded proof, which only administrators can fetch. */
export const proofAddress = (picture: string) => `/api/admin/${picture}`;

/**
 * Uploads a picture; the server rotates it upright, shrinks and re-encodes it, and removes its
 * metadata.
 */
export async function uploadPicture(folder: Folder, file: File): Promise<Uploaded> {
  const body = new FormData();
  body.set('picture', await decodable(file));
  return request('POST /api/admin/pictures', { params: { folder }, body });
}

type Props = {
  label: string;
  /** Name of the field in the server's errors. */
  name?: string;
  folder: Folder;
  /** Chosen picture, below `/storage/`; empty for none. */
  picture: string;
  onPick: (picture: string) => void;
  error?: string | undefined;
  hint?: string;
  /** Width divided by height of the place that shows the picture. */
  ratio?: number;
  /** Removes the chosen picture. */
  onClear?: () => void;
};

/** Field that selects one picture, uploads it at once and shows it. */
export function UploadField({
  label,
  name,
  folder,
  picture,
  onPick,
  error,
  hint,
  ratio = 1,
  onClear,
}: Props) {
  const id = useId();
  const upload = useMutation(async (file: File) =>
    onPick((await uploadPicture(folder, file)).picture),
  );
  const refused = upload.error
    ? sentence(upload.error, 'Gambar gagal diunggah. Coba lagi.')
    : error;
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className={`overflow-hidden rounded-xl ${ratio > 2 ? 'w-64' : 'w-28'}`}>
          {picture && folder === 'proofs' ? (
            <OwnPicture
              address={proofAddress(picture)}
              alt={label}
              className="aspect-square w-full object-cover"
            />
          ) : picture ? (
            <Picture
              picture={picture}
              alt={label}
              sizes={ratio > 2 ? 256 : 112}
              ratio={ratio}
              {...(folder === 'brand' && { className: 'object-contain!' })}
            />
          ) : (
            <span
              style={{ aspectRatio: ratio }}
              className="grid place-items-center bg-sunken text-muted"
            >
              <ImagePlus aria-hidden size={28} strokeWidth={1.5} />
            </span>
          )}
        </div>
        <div className="min-w-0 flex-1 basis-48">
          <FileButton
            name={name}
            accept={PICTURES}
            aria-label={label}
            aria-invalid={refused !== undefined}
            aria-describedby={`${id}-note`}
            busy={upload.isPending}
            onPick={([file]) => file && upload.mutate(file)}
          >
            {upload.isPending ? 'Mengunggah...' : picture ? 'Ganti gambar' : 'Pilih gambar'}
          </FileButton>
          {onClear && (
            <Button look="quiet" className="ml-2" disabled={upload.isPending} onClick={onClear}>
              Tanpa gambar
            </Button>
          )}
          <p
            id={`${id}-note`}
            role={refused ? 'alert' : undefined}
            className={`mt-1.5 text-sm ${refused ? 'text-danger' : 'text-muted'}`}
          >
            {refused ?? hint ?? 'JPG, PNG, atau WebP, paling besar 12 MB.'}
          </p>
        </div>
      </div>
    </div>
  );
}
