/** Available sizes of label paper: the page, and the label on it. */
import { atom, storedText } from '@/state';

/** The sizes by their names in the browser's storage. */
export const labelSizes = {
  a6: {
    name: 'A6 (105 × 148 mm)',
    page: '105mm 148mm',
    margin: '4mm',
    label: 'max-w-[97mm] min-h-[138mm]',
  },
  '100x150': {
    name: '100 × 150 mm',
    page: '100mm 150mm',
    margin: '3mm',
    label: 'max-w-[94mm] min-h-[142mm]',
  },
  a4: {
    name: 'A4, empat label',
    page: 'A4',
    margin: '0',
    label: 'max-w-[97mm] min-h-[138mm]',
  },
} as const;

/** Name of a label size. */
export type LabelSize = keyof typeof labelSizes;

const kept = storedText('labelSize');

/** Size that this browser printed last; initially A6. */
export const labelSizeAtom = atom(
  (get): LabelSize => {
    const size = get(kept);
    return size && size in labelSizes ? (size as LabelSize) : 'a6';
  },
  (_get, set, size: LabelSize) => set(kept, size),
);
