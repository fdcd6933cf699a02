import { useQuery } from '@tanstack/react-query';
import { query } from '@/api/calls';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { HeirList } from '@/components/HeirList';
import { Button } from '@/ui/Button';
import { dialogPart } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

const HeirsDialog = dialogPart(() => import('@/components/HeirsDialog'));

const heirsQuery = query('/api/me/heirs');

/** Heirs that the member names. */
export function HeirsCard() {
  const { data, error, refetch } = useQuery(heirsQuery);
  const [open, setOpen] = useRestoredState('heirs', false);
  return (
    <section aria-labelledby="heirs" className="mt-6 card p-5 sm:p-8">
      <h2 id="heirs" className="font-display text-lg font-semibold">
        Ahli waris
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        Siapa yang dihubungi toko bila Anda berhalangan tetap.
      </p>
      {error && !data ? (
        <Problem
          text={sentence(error, 'Ahli waris gagal dimuat.')}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <>
          <HeirList heirs={data.heirs} none="Belum ada yang disebutkan." />
          <Button look="outline" className="mt-4" onClick={() => setOpen(true)}>
            {data.heirs.length === 0 ? 'Sebutkan ahli waris' : 'Ubah ahli waris'}
          </Button>
          {open && (
            <HeirsDialog
              heirs={data.heirs}
              text="Paling banyak lima orang. Beri tahu mereka bahwa Anda menyebutkannya di sini."
              onSave={async (heirs) => {
                await save('PUT /api/me/heirs', { body: { heirs } }, { keep: heirsQuery });
                toast('success', 'Ahli waris disimpan.');
              }}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      ) : (
        <Skeleton className="h-20 rounded-2xl" />
      )}
    </section>
  );
}
