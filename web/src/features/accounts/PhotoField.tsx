import { Camera } from 'lucide-react';
import { useId } from 'react';
import { Avatar } from '@/components/Avatar';
import { checkPhoto, smaller, usePreview } from '@/components/photo';
import { FileButton, PICTURES } from '@/ui/FileButton';
import { useMutation } from '@/ui/useMutation';

type Props = {
  photo: File | null;
  /** File of the member's current photo. */
  current?: string | null | undefined;
  error: string | undefined;
  onPick: (photo: File | null, refusal: string | null) => void;
};

/** Lets the user pick a profile photo, and shows it before it is sent. */
export function PhotoField({ photo, current, error, onPick }: Props) {
  const id = useId();
  const preview = usePreview(photo);
  const { mutate: pick, isPending } = useMutation(async (file: File) => {
    const sent = await smaller(file);
    const refusal = await checkPhoto(sent);
    onPick(refusal ? null : sent, refusal);
  });

  return (
    <div className="flex items-center gap-4">
      <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-full bg-brand-soft text-brand">
        {preview ? (
          <img src={preview} alt="Pratinjau foto profil" className="size-full object-cover" />
        ) : current ? (
          <Avatar file={current} size="size-20" />
        ) : (
          <Camera aria-hidden size={28} strokeWidth={1.5} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">Foto profil</p>
        <FileButton
          name="profile_picture"
          accept={PICTURES}
          aria-label="Foto profil"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          busy={isPending}
          onPick={([file]) => file && pick(file)}
          className="mt-1.5"
        >
          {photo || current ? 'Ganti foto' : 'Pilih foto'}
        </FileButton>
        <p id={`${id}-note`} className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {error ?? 'JPG, PNG, atau WebP, ukuran berapa pun.'}
        </p>
      </div>
    </div>
  );
}
