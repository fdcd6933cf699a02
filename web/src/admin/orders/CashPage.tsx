import { FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { save } from '@/api/calls';
import type { SettlementAnswer } from '@/api/schema';
import { currentOf, sentence } from '@/errors';
import { rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { FileButton } from '@/ui/FileButton';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { CashPreview } from './CashPreview';

type Asked = { dry_run: boolean; digest?: string };

function send(file: File, params: Asked): Promise<SettlementAnswer> {
  const body = new FormData();
  body.set('file', file);
  const changes = params.dry_run ? [] : (['/api/'] as const);
  return save('POST /api/admin/cod-settlements', { params, body }, { changes });
}

/** The cash of many COD orders from a courier's report: first what it would pay, then all of it or nothing. */
function CashPage() {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<SettlementAnswer | null>(null);
  const [busy, setBusy] = useState<'reading' | 'applying' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (work: 'reading' | 'applying', chosen: File, asked: Asked) => {
    setBusy(work);
    setFailure(null);
    try {
      const said = await send(chosen, asked);
      setAnswer(said);
      if (said.applied) toast('success', 'Laporan kurir dicatat');
    } catch (error) {
      const current = currentOf<SettlementAnswer>(error);
      if (current) setAnswer(current);
      setFailure(
        current
          ? 'Ada pesanan yang berubah sejak pratinjau dibuat, jadi belum ada yang dicatat. Ini pratinjau yang baru: periksa lagi.'
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

  const ready = answer && !answer.applied && answer.mistakes === 0 && answer.orders > 0;
  return (
    <Screen
      title="Laporan COD kurir"
      text="Uang pesanan COD yang disetorkan kurir, dari tabel CSV. Tidak ada yang dicatat sebelum semua baris benar dan Anda menerapkannya."
      back={{ to: adminPaths.orders(), label: 'Kembali ke pesanan' }}
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
          Kolom yang dibaca: pesanan atau resi, jumlah yang dibayar pembeli, dan bila ada biaya yang
          dipotong kurir. Kolom lain dibiarkan. Paling banyak 1.000 pesanan dan 1 MB.
        </p>
      </section>
      <div role="status" className="mt-4 text-sm">
        {busy === 'reading' && 'Memeriksa file...'}
        {busy === 'applying' && 'Mencatat semua baris...'}
      </div>
      {failure && <Problem text={failure} />}
      {answer && <CashPreview answer={answer} />}
      {ready && (
        <div
          data-sticky-bar
          className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap justify-end gap-3 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
        >
          <Button onClick={apply} disabled={busy !== null}>
            Catat {rupiah(answer.amount_rp)} diterima
          </Button>
        </div>
      )}
      {answer?.applied && (
        <div className="mt-6 flex justify-end">
          <Link to={adminPaths.orders({ waiting: 'cash' })} className={buttonClass()}>
            Yang belum masuk
          </Link>
        </div>
      )}
    </Screen>
  );
}

export { CashPage as Component };
