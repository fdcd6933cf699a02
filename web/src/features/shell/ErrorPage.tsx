import { RefreshCw } from 'lucide-react';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { useTitle } from '@/ui/useTitle';

/** Page shown in place of one that failed or could not be fetched. */
export function ErrorPage() {
  useTitle('Terjadi kesalahan');
  return (
    <div className="page py-10" role="alert">
      <Empty
        icon={RefreshCw}
        title="Halaman ini gagal dimuat"
        text="Periksa jaringan Anda, lalu muat ulang."
      >
        <Button onClick={() => window.location.reload()}>Muat ulang</Button>
      </Empty>
    </div>
  );
}
