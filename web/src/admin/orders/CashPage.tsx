import { adminPaths } from '@/admin/paths';
import { ApplyBar, TablePicker } from '@/admin/ui/CheckedFile';
import { Screen } from '@/admin/ui/Screen';
import { useCheckedFile, type Sent } from '@/admin/ui/useCheckedFile';
import { save } from '@/api/save';
import { number, rupiah } from '@/format';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { CashPreview } from './CashPreview';

const send = ({ changes, ...given }: Sent<{ skip_mistakes: boolean }>) =>
  save('POST /api/admin/cod-settlements', given, { changes });

/** Cash of many COD orders from a courier's report: first a preview, then the payments. */
function CashPage() {
  const { file, answer, isPending, isReading, failure, read, apply } = useCheckedFile(send, {
    done: 'Laporan kurir dicatat',
    changed:
      'Ada pesanan yang berubah sejak pratinjau dibuat, jadi belum ada yang dicatat. Ini pratinjau yang baru: periksa lagi.',
  });

  const ready = answer && !answer.applied && answer.orders > 0;
  return (
    <Screen
      title="Laporan COD kurir"
      text="Uang pesanan COD yang disetorkan kurir, dari tabel CSV atau Excel. Tidak ada yang dicatat sebelum Anda menerapkannya; baris yang salah tidak ikut."
      back={{ to: adminPaths.orders(), label: 'Kembali ke pesanan' }}
    >
      <TablePicker
        file={file}
        busy={isPending}
        onPick={(chosen) => read(chosen, { skip_mistakes: false })}
      >
        Kolom yang dibaca: pesanan atau resi (AWB), jumlah yang dibayar pembeli (nilai COD), dan
        bila ada biaya yang dipotong kurir. Kolom lain dibiarkan. Paling banyak 1.000 pesanan dan 1
        MB.
      </TablePicker>
      <div role="status" className="mt-4 text-sm">
        {isReading && 'Memeriksa file...'}
        {isPending && !isReading && 'Mencatat...'}
      </div>
      {failure && <Problem text={failure} />}
      {answer && <CashPreview answer={answer} />}
      {ready && (
        <ApplyBar busy={isPending} onApply={() => apply({ skip_mistakes: answer.mistakes > 0 })}>
          {answer.mistakes === 0
            ? `Catat ${rupiah(answer.amount_rp)} diterima`
            : `Catat ${number(answer.orders)} pesanan yang benar saja, ${rupiah(answer.amount_rp)}`}
        </ApplyBar>
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
