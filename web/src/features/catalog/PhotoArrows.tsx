import { Arrows } from '@/ui/Arrows';

type Props = {
  /** The place of the picture that is shown, and how many there are. */
  index: number;
  count: number;
  onShow: (index: number) => void;
};

/** The two that step through the pictures of a product. */
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
