import { ImagePlus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { uploadPicture } from '@/admin/ui/UploadField';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Picture } from '@/ui/Picture';
import { FileButton, PICTURES } from '@/ui/FileButton';
import { Sortable } from '@/admin/ui/Sortable';

/** Maximum number of pictures of a product, of each kind. */
const MOST = 20;

type Props = {
  /** Name of the form's field. */
  name: string;
  label: string;
  hint: string;
  pictures: string[];
  onChange: (pictures: string[]) => void;
  error?: string | undefined;
  /** Label of the first picture, which states its purpose, such as `Utama`. */
  first?: string;
};

type Failed = { key: number; file: File; message: string };

/** Several pictures: chosen together, each failing separately; they can be sorted and removed. */
export function PicturesField({ name, label, hint, pictures, onChange, error, first }: Props) {
  const id = useId();
  const [waiting, setWaiting] = useState(0);
  const [failed, setFailed] = useState<Failed[]>([]);
  const [tooMany, setTooMany] = useState(false);
  // Uploads run one after another, so that they do not share a slow network and the chosen order
  // remains.
  const queue = useRef(Promise.resolve());
  const latest = useRef(pictures);
  const counter = useRef(0);
  useEffect(() => {
    latest.current = pictures;
  }, [pictures]);

  const upload = async (file: File) => {
    try {
      const { picture } = await uploadPicture('products', file);
      latest.current = [...latest.current, picture];
      onChange(latest.current);
    } catch (thrown) {
      counter.current += 1;
      const message = sentence(thrown, 'Gambar gagal diunggah. Coba lagi.');
      setFailed((before) => [...before, { key: counter.current, file, message }]);
    } finally {
      setWaiting((before) => before - 1);
    }
  };
  const pick = (files: File[]) => {
    const room = MOST - pictures.length - waiting;
    setTooMany(files.length > room);
    const taken = files.slice(0, Math.max(room, 0));
    setWaiting((before) => before + taken.length);
    for (const file of taken) queue.current = queue.current.then(() => upload(file));
  };
  const forget = ({ key }: Failed) =>
    setFailed((before) => before.filter((each) => each.key !== key));

  const note = tooMany ? `Paling banyak ${MOST} gambar; sisanya tidak diunggah.` : (error ?? hint);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {pictures.length > 0 && (
        <Sortable
          grid
          label={label}
          items={pictures}
          keyOf={(picture) => picture}
          nameOf={(_, index) => `${label} ${index + 1}`}
          onOrder={onChange}
          className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3"
          render={(picture, handle, index) => (
            <figure className="relative overflow-hidden rounded-xl border border-line bg-surface">
              <Picture picture={picture} alt={`${label} ${index + 1}`} sizes={160} />
              {index === 0 && first && (
                <span className="absolute top-2 left-2 rounded-full bg-brand px-2.5 py-0.5 text-xs font-semibold text-on-brand">
                  {first}
                </span>
              )}
              <figcaption className="flex items-center justify-between">
                {handle}
                <button
                  type="button"
                  aria-label={`Hapus ${label} ${index + 1}`}
                  onClick={() => onChange(pictures.filter((each) => each !== picture))}
                  className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-danger-soft hover:text-danger"
                >
                  <X aria-hidden size={18} />
                </button>
              </figcaption>
            </figure>
          )}
        />
      )}
      <FileButton
        name={name}
        multiple
        accept={PICTURES}
        aria-label={`Tambah ${label}`}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onPick={pick}
      >
        <ImagePlus aria-hidden size={18} />
        Tambah gambar
      </FileButton>
      <p role="status" className={waiting > 0 ? 'mt-2 text-sm font-medium' : 'sr-only'}>
        {waiting > 0 && `Mengunggah, ${waiting} gambar lagi...`}
      </p>
      <p
        id={`${id}-note`}
        className={`mt-1.5 text-sm ${error || tooMany ? 'text-danger' : 'text-muted'}`}
      >
        {note}
      </p>
      {failed.map((each) => (
        <div
          key={each.key}
          role="alert"
          className="mt-2 flex flex-wrap items-center gap-2 rounded-2xl bg-danger-soft px-4 py-2 text-sm text-danger"
        >
          <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {each.file.name}: {each.message}
          </p>
          <Button
            look="outline"
            onClick={() => {
              forget(each);
              pick([each.file]);
            }}
          >
            Coba lagi
          </Button>
          <Button look="outline" onClick={() => forget(each)}>
            Lewati
          </Button>
        </div>
      ))}
    </fieldset>
  );
}
