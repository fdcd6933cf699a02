import { Arrows } from '@/ui/Arrows';

type Props = {
  /** Position of the shown picture, and the number of pictures. */
  index: number;
  count: number;
  onShow: (index: number) => void;
};

/** Arrows that step through the pictures of a product. */
export function PhotoArrows({ index, count, onShow }: Props) {
  return (
    <Arrows
      previous="Foto sebelumnya"
      next="Foto berikutnya"
      start={index === 0}
      end={index === count - 1}
      onStep={(direction) => onShow(index + direction)}
      className="top-1/2 [--inset:--spacing(3)]"
    />
  );
}
