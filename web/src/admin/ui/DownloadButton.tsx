import { Download } from 'lucide-react';
import { useState } from 'react';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';

type Props = { fetchFile: () => Promise<void>; label?: string };

/** Button that downloads a file and reports a failure. */
export function DownloadButton({ fetchFile, label = 'Unduh CSV' }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await fetchFile();
    } catch (error) {
      toast('error', sentence(error, 'Berkas gagal diunduh. Coba lagi.'));
    }
    setBusy(false);
  };
  return (
    <Button look="outline" busy={busy && 'Memproses...'} onClick={() => void save()}>
      <Download aria-hidden size={18} />
      {label}
    </Button>
  );
}
