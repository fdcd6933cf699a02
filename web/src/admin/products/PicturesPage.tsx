import { FolderOpen, Images } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { ApplyBar } from '@/admin/ui/CheckedFile';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import { number } from '@/format';
import { Checkbox } from '@/ui/Checkbox';
import { FileButton, PICTURES } from '@/ui/FileButton';
import { Problem } from '@/ui/Problem';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { countAfter, addPictures, MOST_OF_PRODUCT, sortPictures, type Sorted } from './addPictures';
import { picturesIn } from './pictureFiles';
import { PictureSets, type Progress } from './PictureSets';

const ZIP = '.zip,application/zip';

/**
 * Pictures for many products at once: first the pictures of each product are shown, then each
 * product is handled separately.
 */
function PicturesPage() {
  const [sorted, setSorted] = useRestoredState<Sorted | null>('sorted', null);
  const [replace, setReplace] = useRestoredState('replace', false);
  const [progress, setProgress] = useRestoredState<Record<number, Progress>>('progress', {});
  const choose = useMutation(async (files: File[]) => {
    setSorted(await sortPictures(await picturesIn(files)));
    setProgress({});
  });

  const waiting = (sorted?.sets ?? []).filter(
    (set) =>
      progress[set.product.id]?.state !== 'done' && countAfter(set, replace) <= MOST_OF_PRODUCT,
  );
  const add = useMutation(async () => {
    for (const set of waiting) {
      const { id } = set.product;
      const tell = (now: Progress) => setProgress((before) => ({ ...before, [id]: now }));
      let uploaded = 0;
      tell({ state: 'uploading', uploaded });
      try {
        await addPictures(set, replace, () => {
          uploaded += 1;
          tell({ state: 'uploading', uploaded });
        });
        tell({ state: 'done' });
      } catch (error) {
        tell({ state: 'failed', message: (error as Error).message });
      }
    }
  });
  const isBusy = choose.isPending || add.isPending;

  const pictures = waiting.reduce((sum, { files }) => sum + files.length, 0);
  const states = Object.values(progress).map(({ state }) => state);
  const done = states.filter((state) => state === 'done').length;
  const failed = states.filter((state) => state === 'failed').length;
  return (
    <Screen
      title="Gambar banyak produk"
      text="Nama file adalah SKU atau barcode produknya. Tidak ada yang berubah sebelum Anda memasangnya."
      back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}
    >
      <section className="card p-4 sm:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            multiple
            accept={`${PICTURES},${ZIP}`}
            aria-describedby="files-note"
            busy={isBusy}
            onPick={(files) => choose.mutate(files)}
          >
            <Images aria-hidden size={18} />
            Pilih gambar atau zip
          </FileButton>
          {/* Phones have no folders to choose. */}
          <div className="max-sm:hidden">
            <FileButton
              folder
              aria-describedby="files-note"
              busy={isBusy}
              onPick={(files) => choose.mutate(files)}
            >
              <FolderOpen aria-hidden size={18} />
              Pilih folder
            </FileButton>
          </div>
        </div>
        <p id="files-note" className="mt-3 max-w-prose text-sm text-muted">
          Contoh: TJ-250.jpg, lalu TJ-250-2.jpg dan TJ-250-3.jpg untuk gambar berikutnya. Paling
          banyak {number(1000)} gambar sekaligus, masing-masing 12 MB; tiap produk menyimpan{' '}
          {MOST_OF_PRODUCT} gambar.
        </p>
      </section>
      <p role="status" className="mt-4 min-h-5 text-sm">
        {choose.isPending && 'Memeriksa file...'}
        {add.isPending && `Memasang gambar, ${number(done)} produk selesai...`}
        {!isBusy && states.length > 0 && (
          <>
            {number(done)} produk mendapat gambarnya
            {failed > 0 && `, ${number(failed)} gagal`}.
          </>
        )}
      </p>
      {choose.error && (
        <Problem text={sentence(choose.error, 'File gagal diperiksa. Coba lagi.')} />
      )}
      {sorted && (
        <>
          {sorted.sets.length > 0 && (
            <div className="mt-2">
              <label className="flex min-h-11 items-center gap-3">
                <Checkbox
                  checked={replace}
                  disabled={isBusy}
                  aria-describedby="replace-note"
                  onChange={(event) => setReplace(event.target.checked)}
                />
                <span className="font-medium">Ganti gambar yang sudah ada</span>
              </label>
              <p id="replace-note" className="text-sm text-muted">
                Tanpa ini, yang baru ditaruh di belakang.
              </p>
            </div>
          )}
          <PictureSets sorted={sorted} replace={replace} progress={progress} />
        </>
      )}
      {pictures > 0 && (
        <ApplyBar busy={isBusy} onApply={() => add.mutate()}>
          Pasang {number(pictures)} gambar ke {number(waiting.length)} produk
        </ApplyBar>
      )}
    </Screen>
  );
}

export { PicturesPage as Component };
