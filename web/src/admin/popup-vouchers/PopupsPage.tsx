import { Plus, Tickets } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { ShowingBadge } from '@/admin/components/ShowingBadge';
import { Screen } from '@/admin/ui/Screen';
import type { AdminPopup } from '@/api/schema';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';
import { OrderedList } from '@/admin/ui/OrderedList';

const list = adminQuery('/api/admin/popup-vouchers');

/** The pictures of the popup that greets a visitor. */
function PopupsPage() {
  const add = (
    <Link to={adminPaths.popup('new')} className={buttonClass()}>
      <Plus aria-hidden size={18} />
      Buat popup
    </Link>
  );
  return (
    <Screen
      title="Popup voucher"
      text="Menyambut pengunjung beranda sekali setiap kunjungan: satu di antara yang sedang tayang dan vouchernya berlaku, dipilih acak."
      actions={add}
    >
      <Fetched query={list}>
        {(answer) =>
          answer.popups.length === 0 ? (
            <Empty
              icon={Tickets}
              title="Belum ada popup voucher"
              text="Beranda terbuka tanpa popup sampai Anda membuatnya."
            >
              {add}
            </Empty>
          ) : (
            <OrderedList
              label="Popup voucher"
              list={list}
              items={answer.popups}
              call="PUT /api/admin/popup-vouchers/order"
              nameOf={({ voucher_code }) => `popup ${voucher_code}`}
              render={(popup) => <PopupRow {...popup} />}
            />
          )
        }
      </Fetched>
    </Screen>
  );
}

function PopupRow(popup: AdminPopup) {
  const { id, picture, voucher_code, voucher_title, shown, state } = popup;
  return (
    <div className="flex items-center gap-4">
      <div className="w-20 shrink-0">
        <Picture
          picture={picture}
          alt=""
          sizes={80}
          widths={[400]}
          ratio={4 / 5}
          className="rounded-xl"
        />
      </div>
      <div className="min-w-0">
        <Link
          to={adminPaths.popup(id)}
          className="font-medium wrap-anywhere text-brand underline-offset-4 hover:underline"
        >
          {voucher_code}
        </Link>
        <p className="mb-1.5 text-sm wrap-anywhere text-muted">{voucher_title}</p>
        {state === 'running' && !shown ? (
          <Badge>Tidak tayang: voucher tidak berlaku</Badge>
        ) : (
          <ShowingBadge shown={popup} />
        )}
      </div>
    </div>
  );
}

export { PopupsPage as Component };
