import { adminPaths } from '@/admin/paths';
import { ApplyBar, TablePicker } from '@/admin/ui/CheckedFile';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { Screen } from '@/admin/ui/Screen';
import { useCheckedFile, type Sent } from '@/admin/ui/useCheckedFile';
import { buttonClass } from '@/ui/buttonClass';
import { Checkbox } from '@/ui/Checkbox';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { download } from '@/admin/ui/download';
import { save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';
import { CategoryChoice } from './CategoryChoice';
import { ImportPreview } from './ImportPreview';
import { StockChoice } from './StockChoice';

const send = ({
  changes,
  ...given
}: Sent<{ stock: boolean; categories: boolean; draft?: boolean; reason?: string }>) =>
  save('POST /api/admin/products/import', given, { changes });

/** Imports products from a table: first a preview, then all or nothing. */
function ImportPage() {
  const { file, answer, isPending, isReading, failure, read, apply } = useCheckedFile(send, {
    done: 'Produk diimpor',
    changed:
      'Ada produk yang berubah sejak pratinjau dibuat, jadi belum ada yang disimpan. Ini pratinjau yang baru: periksa, lalu terapkan lagi.',
  });
  // Whether the import changes stock; null, which changes none, until the administrator has chosen.
  const [choice, setChoice] = useRestoredState<boolean | null>('stock', null);
  const [reason, setReason] = useRestoredState('reason', '');
  const [draft, setDraft] = useRestoredState('drafts', false);
  const [categories, setCategories] = useRestoredState('categories', false);
  const stock = choice === true;
  // Categories that the shop does not have; they remain while the file is read again.
  const [missing, setMissing] = useRestoredState<string[]>('missing', []);
  if (answer && answer.missing_categories.join() !== missing.join())
    setMissing(answer.missing_categories);

  const ready = answer && !answer.applied && answer.mistakes === 0;
  const work = (answer?.created ?? 0) + (answer?.changed ?? 0);
  return (
    <Screen
      title="Impor produk"
      text="Dari tabel Excel (.xlsx) atau CSV. Tidak ada yang berubah sebelum semua baris benar dan Anda menerapkannya."
      back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}
      actions={
        <DownloadButton
          fetchFile={() => download('contoh-produk.csv', '/api/admin/products-template.csv')}
          label="Unduh tabel contoh"
        />
      }
    >
      <TablePicker
        file={file}
        busy={isPending}
        onPick={(chosen) => {
          setChoice(null);
          setCategories(false);
          setMissing([]);
          read(chosen, { stock: false, categories: false });
        }}
      >
        Paling banyak 5.000 produk dan 5 MB; dari Excel dibaca lembar pertama. Judul di atas nama
        kolom dilewati, dan nama seperti Berat (kg) atau Stok awal dikenali. Baris dengan id, atau
        dengan SKU yang sudah ada, mengubah produk itu; kolom yang tidak ada di file tetap seperti
        semula. Baris lain membuat produk baru. Varian dipisah tanda |, begitu juga harga_varian,
        bv_varian, berat_varian, sku_varian, dan barcode_varian, dalam urutan yang sama; yang kosong
        sama dengan produknya. Stok hanya berubah bila Anda memintanya di pratinjau; stok_awal untuk
        produk baru.
      </TablePicker>
      <div role="status" className="mt-4 text-sm">
        {isReading && 'Memeriksa file...'}
        {isPending && !isReading && 'Menyimpan semua baris...'}
      </div>
      {failure && <Problem text={failure} />}
      {file &&
        !answer?.applied &&
        (choice !== null ||
          answer?.ignored_columns.some((name) => /^stok(_varian)?$/.test(name))) && (
          <StockChoice
            stock={stock}
            reason={reason}
            file={file.name}
            onStock={(wanted) => {
              if (isPending) return;
              setChoice(wanted);
              read(file, { stock: wanted, categories });
            }}
            onReason={setReason}
          />
        )}
      {file && !answer?.applied && missing.length > 0 && (
        <CategoryChoice
          missing={missing}
          chosen={categories}
          onChoose={(wanted) => {
            if (isPending) return;
            setCategories(wanted);
            read(file, { stock, categories: wanted });
          }}
        />
      )}
      {ready && answer.created > 0 && (
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <Checkbox checked={draft} onChange={(event) => setDraft(event.target.checked)} />
          <span className="font-medium">
            Simpan produk baru sebagai konsep, belum tampil di toko
          </span>
        </label>
      )}
      {answer?.applied && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Link to={adminPaths.productPictures()} className={buttonClass()}>
            Pasang gambarnya
          </Link>
          <Link to={adminPaths.products()} className={buttonClass('outline')}>
            Ke daftar produk
          </Link>
        </div>
      )}
      {answer && <ImportPreview answer={answer} />}
      {ready && work > 0 && (
        <ApplyBar
          busy={isPending}
          onApply={() =>
            apply({ stock, categories, draft, ...(stock && reason.trim() && { reason }) })
          }
        >
          Terapkan {work} perubahan
        </ApplyBar>
      )}
    </Screen>
  );
}

export { ImportPage as Component };
