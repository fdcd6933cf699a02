import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Dialog } from '@/ui/Dialog';
import { useSlides } from '@/ui/useSlides';
import { PhotoArrows } from './PhotoArrows';
import { MOST, ZoomPicture } from './ZoomPicture';

type Props = {
  title: string;
  pictures: string[];
  /** Position of the first picture to show. */
  start: number;
  /** Called when the dialog is dismissed, with the position of the last shown picture. */
  onClose: (place?: number) => void;
};

const knob =
  'grid size-11 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink hover:text-brand disabled:opacity-50';

/**
 * Pictures of a product on the whole screen: magnified, moved by finger, mouse or keyboard, and
 * swiped through.
 */
export default function ZoomDialog({ title, pictures, start, onClose }: Props) {
  const { index, show, row } = useSlides<HTMLDivElement>(start);
  const [zoom, setZoom] = useState(1);
  const [shown, setShown] = useState(index);
  // The next picture is shown as a whole at first.
  if (shown !== index) {
    setShown(index);
    setZoom(1);
  }

  const { ref } = row;
  useLayoutEffect(() => {
    const frame = ref.current;
    frame?.scrollTo({ left: start * frame.clientWidth, behavior: 'instant' });
  }, [ref, start]);

  useEffect(() => {
    const follow = ({ key }: KeyboardEvent) => {
      if (key === '+' || key === '=') setZoom((now) => Math.min(now * 1.5, MOST));
      if (key === '-') setZoom((now) => Math.max(now / 1.5, 1));
    };
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);

  return (
    <Dialog title={title} onClose={() => onClose(index)} full>
      <div className="flex h-dvh flex-col">
        <div className="flex items-center gap-2 p-3">
          <p role="status" className="mr-auto min-w-0 truncate pl-1 text-sm text-muted">
            Foto {index + 1} dari {pictures.length}
          </p>
          <button
            type="button"
            aria-label="Perkecil"
            disabled={zoom === 1}
            onClick={() => setZoom(Math.max(zoom / 1.5, 1))}
            className={knob}
          >
            <ZoomOut aria-hidden size={20} />
          </button>
          <button
            type="button"
            aria-label="Perbesar"
            disabled={zoom === MOST}
            onClick={() => setZoom(Math.min(zoom * 1.5, MOST))}
            className={knob}
          >
            <ZoomIn aria-hidden size={20} />
          </button>
          <button type="button" aria-label="Tutup" onClick={() => onClose(index)} className={knob}>
            <X aria-hidden size={20} />
          </button>
        </div>
        <div className="relative min-h-0 flex-1">
          <div {...row} className="slides h-full [--gap:0px] [--slides:1]">
            {pictures.map((picture, place) => (
              <ZoomPicture
                key={picture}
                picture={picture}
                alt={pictures.length > 1 ? `${title}, foto ${place + 1}` : title}
                zoom={place === index ? zoom : 1}
                current={place === index}
                onZoom={setZoom}
              />
            ))}
          </div>
          <PhotoArrows index={index} count={pictures.length} onShow={show} />
        </div>
      </div>
    </Dialog>
  );
}
