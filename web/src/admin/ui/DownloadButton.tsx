import { Download } from 'lucide-react';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

type Props = { fetchFile: () => Promise<void>; label?: string };

/** Button that downloads a file and reports a failure. */
export function DownloadButton({ fetchFile, label = 'Unduh CSV' }: Props) {
  const { mutate, isPending } = useMutation(fetchFile, (error) =>
    toast('error', sentence(error, 'Berkas gagal diunduh. Coba lagi.')),
  );
  return (
    <Button look="outline" busy={isPending && 'Memproses...'} onClick={() => mutate()}>
      <Download aria-hidden size={18} />
      {label}
    </Button>
  );
}
