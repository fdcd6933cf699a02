import { Picture } from '@/ui/Picture';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

type Props = { title: string; picture: string; onClose: () => void };

/** One picture of a product, as large as the screen allows. */
export default function ZoomDialog({ title, picture, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose} wide>
      <Picture
        picture={picture}
        alt={title}
        sizes="(min-width: 44rem) 39rem, 85vw"
        widths={[800, 1200, 1600]}
        eager
        className="mt-4 rounded-2xl"
      />
      <div className="mt-4 flex justify-end">
        <Button look="outline" onClick={onClose}>
          Tutup
        </Button>
      </div>
    </Dialog>
  );
}
