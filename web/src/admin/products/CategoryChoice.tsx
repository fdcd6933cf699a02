import { Checkbox } from '@/ui/Checkbox';

type Props = {
  /** Names of the categories that the shop does not have. */
  missing: readonly string[];
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
};

/** Number of names shown before the others are only counted. */
const SHOWN = 10;

/** Checkbox that lets an import create the missing categories. */
export function CategoryChoice({ missing, chosen, onChoose }: Props) {
  const others = missing.length - SHOWN;
  return (
    <section aria-label="Kategori baru" className="card mt-4 p-4 sm:p-6">
      <label className="flex min-h-11 items-center gap-3">
        <Checkbox checked={chosen} onChange={(event) => onChoose(event.target.checked)} />
        <span className="min-w-0 font-medium wrap-anywhere">
          Buat kategori yang belum ada: {missing.slice(0, SHOWN).join(', ')}
          {others > 0 && `, dan ${others} lagi`}
        </span>
      </label>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Periksa ejaannya dulu: “Teh Herbal” dan “Teh-Herbal” adalah dua kategori. Gambarnya dibuat
        toko dan dapat diganti di halaman Kategori.
      </p>
    </section>
  );
}
