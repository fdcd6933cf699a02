import { Download, FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { save } from '@/api/calls';
import { currentOf, sentence } from '@/errors';
import type { ImportAnswer } from '@/api/schema';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { FileButton } from '@/ui/FileButton';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { download } from '@/admin/ui/download';
import { ImportPreview } from './ImportPreview';

type Asked = { dry_run: boolean; digest?: string };

function send(file: File, params: Asked): Promise<ImportAnswer> {
  const body = new FormData();
  body.set('file', file);
  const changes = params.dry_run ? [] : (['/api/'] as const);
  return save('POST /api/admin/products/import', { params, body }, { changes });
}

/** Products from a table: first what it would do, then all of it or nothing. */
function ImportPage() {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [busy, setBusy] = useState<'reading' | 'applying' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (work: 'reading' | 'applying', chosen: File, asked: Asked) => {
    setBusy(work);
    setFailure(null);
    try {
      const said = await send(chosen, asked);
      setAnswer(said);
      if (!said.applied) return;
      toast('success', 'Produk diimpor');
    } catch (error) {
      const current = currentOf<ImportAnswer>(error);
      if (current) setAnswer(current);
      setFailure(
        current
          ? 'Ada produk yang berubah sejak pratinjau dibuat, jadi belum ada yang disimpan. Ini pratinjau yang baru: periksa, lalu terapkan lagi.'
          : sentence(error, 'File gagal dibaca. Pilih lagi filenya, mungkin isinya sudah berubah.'),
      );
    } finally {
      setBusy(null);
    }
  };
  const read = (chosen: File) => {
    setFile(chosen);
    setAnswer(null);
    void run('reading', chosen, { dry_run: true });
  };
  const apply = () => {
    if (file && answer) void run('applying', file, { dry_run: false, digest: answer.digest });
  };
  const template = async () => {
    try {
      await download('produk-kosong.csv', '/api/admin/products-template.csv');
    } catch (error) {
      setFailure(sentence(error, 'File gagal diunduh. Coba lagi.'));
    }
  };

  const ready = answer && !answer.applied && answer.mistakes === 0;
  const work = (answer?.created ?? 0) + (answer?.changed ?? 0);
  return (
    <Screen
      title="Impor produk"
      text="Dari tabel CSV yang disimpan Excel, LibreOffice, atau Google Sheets. Tidak ada yang berubah sebelum semua baris benar dan Anda menerapkannya."
      back={{ to: adminPaths.products(), label: 'Kembali ke produk' }}
      actions={
        <Button look="outline" onClick={() => void template()}>
          <Download aria-hidden size={18} />
          Unduh tabel kosong
        </Button>
      }
    >
      <section className="card p-4 sm:p-6">
        <div className="flex flex-wrap items-center gap-4">
          <FileButton
            accept=".csv,text/csv"
            aria-describedby={`${id}-note`}
            disabled={busy !== null}
            onPick={([chosen]) => chosen && read(chosen)}
          >
            <FileSpreadsheet aria-hidden size={18} />
            {file ? 'Pilih file lain' : 'Pilih file CSV'}
          </FileButton>
          <p className="min-w-0 text-sm wrap-anywhere">{file?.name}</p>
        </div>
        <p id={`${id}-note`} className="mt-3 max-w-prose text-sm text-muted">
          Paling banyak 5.000 produk dan 5 MB. Baris dengan id mengubah produk itu, kolom yang tidak
          ada di file tetap seperti semula; baris tanpa id membuat produk baru. Varian dipisah tanda
          |. Gambar dan stok tidak diubah lewat tabel, kecuali stok_awal produk baru.
        </p>
      </section>
      <div role="status" className="mt-4 text-sm">
        {busy === 'reading' && 'Memeriksa file...'}
        {busy === 'applying' && 'Menyimpan semua baris...'}
      </div>
      {failure && <Problem text={failure} />}
      {answer && <ImportPreview answer={answer} />}
      {ready && work > 0 && (
        <div
          data-sticky-bar
          className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap justify-end gap-3 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
        >
          <Button onClick={apply} disabled={busy !== null}>
            Terapkan {work} perubahan
          </Button>
        </div>
      )}
      {answer?.applied && (
        <div className="mt-6 flex justify-end">
          <Link to={adminPaths.products()} className={buttonClass()}>
            Ke daftar produk
          </Link>
        </div>
      )}
    </Screen>
  );
}

export { ImportPage as Component };
