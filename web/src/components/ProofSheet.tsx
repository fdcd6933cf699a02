import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { fileQuery } from '@/api/files';
import { usePreview } from '@/components/photo';
import { Button } from '@/ui/Button';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';

/** Proof of a transfer on a sheet that the browser prints, or saves as a PDF. */
export function ProofSheet({ title, address }: { title: string; address: string }) {
  // Fetched each time: the picture is not stored after the page is left.
  const { data, isLoadingError, refetch } = useQuery({ ...fileQuery(address), gcTime: 0 });
  const url = usePreview(data ?? null);
  if (isLoadingError)
    return <Problem text="Bukti bayar tidak dapat dimuat." onRetry={() => void refetch()} />;
  if (!url) return <Skeleton className="mx-auto aspect-3/4 w-full max-w-md" />;
  return (
    <>
      <img
        src={url}
        alt={title}
        className="mx-auto aspect-3/4 w-full max-w-md rounded-xl shadow print:max-h-[250mm] print:w-auto print:max-w-full print:shadow-none"
      />
      <div className="flex justify-center print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Cetak atau simpan PDF
        </Button>
      </div>
    </>
  );
}
