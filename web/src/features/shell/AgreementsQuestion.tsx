import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptAgreements, ownAgreementsQuery } from '@/api/agreements';
import { publicQuery } from '@/api/calls';
import type { OwnAgreement } from '@/api/schema';
import { date } from '@/dates';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Fold } from '@/ui/Fold';
import { Loading } from '@/ui/Loading';
import { Markdown } from '@/ui/Markdown';
import { dialogPart } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { useMutation } from '@/ui/useMutation';
import { useTitle } from '@/ui/useTitle';

const LogoutDialog = dialogPart(() => import('@/components/LogoutDialog'));

/**
 * Asks a member to accept the versions that took effect since the last acceptance; all can be read
 * before.
 */
export default function AgreementsQuestion({ onLater }: { onLater: () => void }) {
  useTitle('Ketentuan baru');
  const { data, error, refetch } = useQuery(ownAgreementsQuery);
  const [leaving, setLeaving] = useState(false);
  const asked = data?.agreements.filter(({ is_asked }) => is_asked) ?? [];
  const accept = useMutation(() => acceptAgreements(asked));
  return (
    <div className="page max-w-3xl py-8 sm:py-12">
      <h1 className="font-display text-3xl font-semibold">Mohon persetujuan Anda</h1>
      <p className="mt-3 leading-[1.75] text-muted">
        Ada ketentuan yang belum Anda setujui. Bacalah dahulu, lalu pilih.
      </p>
      {data ? (
        <ul className="mt-6 grid gap-4">
          {asked.map((each) => (
            <li key={each.slug}>
              <Question {...each} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <div className="mt-6">
          <Problem
            text={sentence(error, 'Ketentuan gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Loading />
      )}
      {accept.error && (
        <div className="mt-6">
          <Problem text={sentence(accept.error, 'Persetujuan Anda gagal disimpan. Coba lagi.')} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          disabled={asked.length === 0}
          busy={accept.isPending && 'Menyimpan...'}
          onClick={() => accept.mutate()}
        >
          Saya setuju
        </Button>
        <Button look="outline" onClick={onLater}>
          Nanti saja
        </Button>
        <Button look="outline" onClick={() => setLeaving(true)}>
          Logout
        </Button>
      </div>
      <p className="mt-4 text-sm text-muted">
        Dengan “Nanti saja” Anda dapat melihat-lihat dahulu; kami bertanya lagi saat toko dibuka
        kembali.
      </p>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </div>
  );
}

function Question({ slug, title, version, changes, effective_at }: OwnAgreement) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby={slug} className="grid gap-4">
      <div>
        <h2 id={slug} className="font-display text-xl font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-muted">
          Versi {version}
          {effective_at && `, berlaku sejak ${date(effective_at)}`}
        </p>
        {changes && <p className="mt-2 wrap-anywhere">Yang berubah: {changes}</p>}
      </div>
      <Fold title={`Baca ${title}`} onOpen={() => setOpen(true)}>
        {open && <Text slug={slug} version={version} />}
      </Fold>
    </section>
  );
}

function Text({ slug, version }: Pick<OwnAgreement, 'slug' | 'version'>) {
  const { data, error, refetch } = useQuery(
    publicQuery('/api/agreements/{slug}', { slug, version }),
  );
  if (data)
    return (
      <div className="wrap-anywhere">
        <Markdown text={data.body} />
      </div>
    );
  if (error)
    return (
      <Problem text={sentence(error, 'Isinya gagal dimuat.')} onRetry={() => void refetch()} />
    );
  return <Loading />;
}
