import { FileQuestion } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { bonusesQuery } from '@/api/bonuses';
import { sentence } from '@/errors';
import { ProofSheet } from '@/components/ProofSheet';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { useTitle } from '@/ui/useTitle';

/** Printable proof that a bonus was transferred. */
export function ProofPage({ period }: { period: string }) {
  useTitle('Bukti bayar');
  const { data, error, refetch } = useQuery(bonusesQuery);
  const bonus = data?.find(({ bv_period_id }) => String(bv_period_id) === period);
  return (
    <div className="page max-w-3xl py-6 sm:py-10 print:max-w-none print:p-0">
      <div className="flex items-center gap-2 print:hidden">
        <BackLink to={`${paths.bonus()}?period_id=${period}`} label="Kembali ke bonus" />
        <h1 className="font-display text-3xl font-semibold">Bukti bayar</h1>
      </div>
      <div className="mt-6 grid gap-5 print:mt-0">
        {bonus?.proof_transfer ? (
          <ProofSheet
            title={`Bukti bayar ${bonus.bv_period_name}`}
            address={`/storage/${bonus.proof_transfer}`}
          />
        ) : data ? (
          <Empty icon={FileQuestion} title="Belum ada bukti bayar" />
        ) : error ? (
          <Problem text={sentence(error, 'Gagal memuat bonus.')} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}
