import { ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { checkPhoto, smaller, usePreview } from '@/components/photo';
import { FileButton, PICTURES } from '@/ui/FileButton';
import { MOST_PICTURES } from '@/components/returnDraft';

type Props = {
  photos: File[];
  error: string | undefined;
  /**
   * Changes the latest choice, which may contain more photos than are shown, because checking takes
   * time.
   */
  onChange: (change: (photos: File[]) => File[]) => void;
};

/** Photos of returned goods, shown before they are sent. */
export function PhotosField({ photos, error, onChange }: Props) {
  const id = useId();
  const [refused, setRefused] = useState<string[]>([]);

  const pick = async (files: File[]) => {
    setRefused([]);
    for (const file of files) {
      const photo = await smaller(file);
      const refusal = await checkPhoto(photo);
      if (refusal) setRefused((before) => [...before, `${file.name}: ${refusal}`]);
      else onChange((before) => [...before, photo].slice(0, MOST_PICTURES));
    }
    if (files.length > MOST_PICTURES - photos.length)
      setRefused((before) => [...before, `Paling banyak ${MOST_PICTURES} foto.`]);
  };

  const problems = error ? [error, ...refused] : refused;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Foto barang (opsional)</legend>
      {photos.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-3">
          {photos.map((photo, index) => (
            // The same photo may be chosen twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${index} ${photo.name} ${photo.size}`} className="relative">
              <Preview photo={photo} alt={`Foto ${index + 1}`} />
              <button
                type="button"
                aria-label={`Hapus foto ${index + 1}`}
                onClick={() => onChange((before) => before.filter((each) => each !== photo))}
                className="absolute -top-2 -right-2 grid size-11 place-items-center"
              >
                <span className="grid size-7 place-items-center rounded-full border border-edge bg-surface text-ink">
                  <X aria-hidden size={16} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < MOST_PICTURES && (
        <FileButton
          name="pictures"
          multiple
          accept={PICTURES}
          aria-label="Tambah foto barang"
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-note`}
          onPick={(files) => void pick(files)}
        >
          <ImagePlus aria-hidden size={18} />
          Tambah foto
        </FileButton>
      )}
      <div id={`${id}-note`} className="mt-1.5 text-sm">
        {problems.length > 0 ? (
          <ul role="alert" className="text-danger">
            {problems.map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">
            Sampai {MOST_PICTURES} foto JPG, PNG, atau WebP. Hanya Anda dan toko yang melihatnya.
          </p>
        )}
      </div>
    </fieldset>
  );
}

function Preview({ photo, alt }: { photo: File; alt: string }) {
  const url = usePreview(photo);
  return (
    <span className="block size-24 overflow-hidden rounded-xl border border-line bg-sunken">
      {url && <img src={url} alt={alt} className="size-full object-cover" />}
    </span>
  );
}
