import { useQuery } from '@tanstack/react-query';
import { FileQuestion, PackageX } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import { askReturn, orderReturnsQuery, quoteReturn } from '@/api/returns';
import { ApiError, sentence } from '@/errors';
import { paths } from '@/paths';
import { useAtom } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useTitle } from '@/ui/useTitle';
import { ReturnForm } from '@/components/ReturnForm';
import { emptyReturn, returnDraftsAtom, type ReturnDraft } from '@/components/returnDraft';

/** Form to request a return of goods of an order. */
export function AskPage() {
  useTitle('Ajukan pengembalian');
  const { orderId = '' } = useParams();
  const { data, error, refetch } = useQuery(orderReturnsQuery(orderId));
  const [drafts, setDrafts] = useAtom(returnDraftsAtom);
  const navigate = useNavigate();
  const draft = drafts[orderId] ?? emptyReturn;
  const onDraft = (change: (draft: ReturnDraft) => ReturnDraft) =>
    setDrafts((all) => ({ ...all, [orderId]: change(all[orderId] ?? emptyReturn) }));
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <div className="flex items-start gap-2">
        <BackLink to={paths.order(orderId)} label="Kembali ke pesanan" />
        <div className="min-w-0">
          <h1 className="font-display text-3xl leading-11 font-semibold">Ajukan pengembalian</h1>
          <p className="text-sm break-words text-muted">Pesanan {orderId}</p>
        </div>
      </div>
      <div className="mt-6">
        {data ? (
          data.may_ask ? (
            <ReturnForm
              orderId={orderId}
              asked={data}
              draft={draft}
              onDraft={onDraft}
              quote={quoteReturn}
              onSend={async (request) => {
                const { data: sent, message } = await askReturn(orderId, request);
                setDrafts(({ [orderId]: _sent, ...rest }) => rest);
                toast('success', message);
                void navigate(paths.return(orderId, sent.id), { replace: true });
              }}
            />
          ) : (
            <Empty
              icon={PackageX}
              title="Tidak dapat diajukan"
              text={data.why_not ?? 'Tidak ada barang pesanan ini yang dapat dikembalikan lagi.'}
            >
              <Link to={paths.order(orderId)} className={buttonClass('outline')}>
                Lihat pesanan
              </Link>
            </Empty>
          )
        ) : missing ? (
          <Empty icon={FileQuestion} title="Tidak ada data ditemukan">
            <Link to={paths.orders()} className={buttonClass('outline')}>
              Pesanan saya
            </Link>
          </Empty>
        ) : error ? (
          <Problem text={sentence(error, 'Pesanan gagal dimuat.')} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}
