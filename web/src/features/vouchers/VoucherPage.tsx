import { useQuery } from '@tanstack/react-query';
import { Check, Copy, TicketX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Voucher } from '@/api/schema';
import { vouchersQuery } from '@/api/vouchers';
import { date } from '@/dates';
import { paths } from '@/paths';
import { isNamed, validity, voucherPath } from '@/components/voucherTexts';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { useTitle } from '@/ui/useTitle';
import { VoucherPicture } from './VoucherPicture';

/** Page of one voucher: data from the list are shown at once; a direct load asks the server. */
function VoucherPage() {
  const { slug = '' } = useParams();
  const passed = useLocation().state as Voucher | null;
  const { data, error, refetch } = useQuery(vouchersQuery);
  const known = data?.find((each) => isNamed(slug, each));
  const voucher = data ? known : passed && isNamed(slug, passed) ? passed : undefined;
  useTitle(voucher?.title ?? (data && 'Voucher tidak ditemukan'), voucher && voucherPath(voucher));

  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <BackLink to={paths.vouchers()} label="Kembali ke voucher" />
      {!voucher && <h1 className="sr-only">Voucher</h1>}
      <div className="mt-2">
        {voucher ? (
          <VoucherDetail voucher={voucher} />
        ) : error && !data ? (
          <Problem text="Gagal memuat voucher" onRetry={() => void refetch()} />
        ) : data ? (
          <Empty icon={TicketX} title="Voucher tidak ditemukan.">
            <Link to={paths.vouchers()} className={buttonClass('outline')}>
              Lihat semua voucher
            </Link>
          </Empty>
        ) : (
          <div aria-busy>
            <Skeleton className="aspect-[5/2] w-full rounded-3xl" />
            <Skeleton className="mt-6 h-10 w-2/3" />
            <Skeleton className="mt-4 h-24 rounded-2xl" />
          </div>
        )}
      </div>
    </div>
  );
}

function VoucherDetail({ voucher }: { voucher: Voucher }) {
  const { code, title, benefit, only, starts, valid, terms } = voucher;
  return (
    <article>
      <VoucherPicture
        voucher={voucher}
        sizes="(min-width: 48rem) 45rem, 92vw"
        className="rounded-3xl"
        first
      />
      <h1 className="mt-6 font-display text-3xl font-semibold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-muted">
        {benefit} · {validity(voucher)}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-accent-soft p-5">
        <div>
          <p className="text-sm text-muted">Kode voucher</p>
          {code ? (
            <p className="text-2xl font-semibold tracking-wider">{code}</p>
          ) : (
            <p className="mt-1">Kodenya tampil di sini mulai {date(starts)}.</p>
          )}
        </div>
        {valid && <CopyButton code={code} />}
      </div>
      {only && (
        <section className="mt-8">
          <h2 className="font-display text-xl font-semibold">Berlaku untuk</h2>
          <p className="mt-3 leading-[1.75] text-muted">
            {only.join(', ') || 'Produk yang sudah tidak dijual.'}
          </p>
        </section>
      )}
      <section className="mt-8">
        <h2 className="font-display text-xl font-semibold">Syarat dan ketentuan</h2>
        <ul className="mt-3 grid list-disc gap-2 pl-6 leading-[1.75] text-muted marker:text-brand">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      </section>
      <Link to={paths.allProducts()} className={buttonClass('action', 'mt-8 w-full sm:w-auto')}>
        Belanja sekarang
      </Link>
    </article>
  );
}

/** Time that the confirmation of copying is shown, in milliseconds. */
const NOTICE = 2000;

function CopyButton({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), NOTICE);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      toast('error', 'Kode tidak dapat disalin.', `Salin sendiri: ${code}`);
    }
  };
  return (
    <Button onClick={() => void copy()} aria-live="polite" className="min-w-40">
      {copied ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
      {copied ? 'Kode Disalin!' : 'Salin kode'}
    </Button>
  );
}

export { VoucherPage as Component };
