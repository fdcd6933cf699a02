import { PackageX } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { request } from '@/api/calls';
import { requestForm, type quoteReturn } from '@/api/returns';
import { save } from '@/api/save';
import { emptyReturn } from '@/components/returnDraft';
import { ReturnForm } from '@/components/ReturnForm';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { useAddressParams } from '@/ui/useAddressParams';
import { useRestoredState } from '@/ui/useRestoredState';

const quote: typeof quoteReturn = (orderId, body, signal) => {
  const params = { order_id: orderId };
  return request('POST /api/admin/orders/{order_id}/returns/quote', { params, body, signal });
};

/** Records the goods that a member who called wants to return. */
function NewReturnPage() {
  const orderId = useAddressParams().get('order_id') ?? '';
  const [draft, setDraft] = useRestoredState(`return ${orderId}`, emptyReturn);
  const navigate = useNavigate();
  const params = { order_id: orderId };
  return (
    <Screen
      title="Pengembalian baru"
      text={`Untuk anggota yang menghubungi toko. Pesanan ${orderId}`}
      back={{ to: adminPaths.order(orderId), label: 'Kembali ke pesanan' }}
    >
      <div className="max-w-3xl">
        <Fetched query={adminQuery('/api/admin/orders/{order_id}/returns', params)}>
          {(asked) =>
            asked.may_ask ? (
              <ReturnForm
                forMember
                orderId={orderId}
                asked={asked}
                draft={draft}
                onDraft={setDraft}
                quote={quote}
                onSend={async (wanted) => {
                  const given = { params, body: requestForm(wanted) };
                  const call = 'POST /api/admin/orders/{order_id}/returns';
                  const { data, message } = await save(call, given);
                  toast('success', message);
                  void navigate(adminPaths.return(data.id), { replace: true });
                }}
              />
            ) : (
              <Empty
                icon={PackageX}
                title="Tidak dapat dicatat"
                text={asked.why_not ?? 'Tidak ada barang pesanan ini yang dapat dikembalikan lagi.'}
              >
                <Link to={adminPaths.order(orderId)} className={buttonClass('outline')}>
                  Lihat pesanan
                </Link>
              </Empty>
            )
          }
        </Fetched>
      </div>
    </Screen>
  );
}

export { NewReturnPage as Component };
