import { MessageCircle } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { Card, Fact } from '@/admin/ui/Card';
import type { AdminOrder } from '@/api/schema';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { whatsappText } from './whatsapp';
import { whatsappNumber } from '@/admin/components/whatsappNumber';
import { Place } from './Place';
import { weight } from './labels';

/** Goods of the order with their prices, and the sums. */
export function Lines({ order }: { order: AdminOrder }) {
  return (
    <Card title="Barang">
      <ul className="mt-2 divide-y divide-line text-sm">
        {order.lines.map((line) => (
          <li key={line.id} className="flex flex-wrap gap-x-3 gap-y-1 py-3">
            <div className="w-14 shrink-0 overflow-hidden rounded-lg">
              <Picture picture={line.picture} alt="" sizes={56} ratio={1} />
            </div>
            <div className="min-w-0 flex-1 basis-32">
              <p className="font-medium wrap-anywhere">{line.name}</p>
              {line.variant && <p className="text-muted">Varian: {line.variant}</p>}
              <Place codes={line} className="text-muted" />
              <p className="text-muted tabular-nums">
                {number(line.quantity)} × {rupiah(line.price_rp)} · {number(line.bv)} BV
              </p>
            </div>
            <p className="ml-auto font-medium whitespace-nowrap tabular-nums">
              {rupiah(line.total_rp)}
            </p>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid gap-1.5 border-t border-line pt-3 text-sm">
        <Sum label="Subtotal produk" amount={order.subtotal_rp} />
        {order.voucher_code && (
          <Sum
            label={
              order.discount_percent > 0
                ? `Voucher ${order.voucher_code} (${number(order.discount_percent)}%)`
                : `Voucher ${order.voucher_code}`
            }
            amount={-order.discount_rp}
          />
        )}
        <Sum label="Ongkos kirim" amount={order.shipping_cost_rp} />
        {order.shipping_discount_rp > 0 && (
          <Sum label="Ongkir ditanggung voucher" amount={order.shipping_discount_rp} />
        )}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>Total</dt>
          <dd className="tabular-nums">{rupiah(order.total_rp)}</dd>
        </div>
        {order.shipping_borne_rp !== 0 && (
          <Sum
            label={
              order.shipping_borne_rp > 0
                ? 'Selisih ongkir ditanggung toko'
                : 'Selisih ongkir untuk toko'
            }
            amount={Math.abs(order.shipping_borne_rp)}
          />
        )}
        {order.charged_rp != null && <Sum label="Dibayar di penyedia" amount={order.charged_rp} />}
        {order.vat_rp != null && <Sum label="Termasuk PPN dalam harga" amount={order.vat_rp} />}
      </dl>
      <p className="mt-3 text-sm text-muted">
        {number(order.bv)} BV · {order.plan_name} · Periode {order.period_name}
      </p>
    </Card>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular-nums">{rupiah(amount)}</dd>
    </div>
  );
}

/** Courier, tracking number, weight and receiver of the order. */
export function Parcel({ order }: { order: AdminOrder }) {
  return (
    <Card title="Pengiriman">
      <dl className="mt-2 text-sm">
        <Fact label="Kurir">{order.courier}</Fact>
        <Fact label="Nomor resi">{order.resi ?? 'Belum ada'}</Fact>
        <Fact label="Berat">{weight(order.weight_gr)}</Fact>
        <Fact label="Penerima">
          {order.receiver.name}
          <br />
          <a href={`tel:${order.receiver.phone}`} className="text-brand underline">
            {order.receiver.phone}
          </a>
        </Fact>
        <Fact label="Alamat">{order.receiver.address}</Fact>
        {order.receiver.email && <Fact label="Email penerima">{order.receiver.email}</Fact>}
      </dl>
    </Card>
  );
}

/** Buyer's details. */
export function People({ order }: { order: AdminOrder }) {
  const { member, receiver } = order;
  const mayOpen = useHasRole('finance');
  const dialled = whatsappNumber(member.phone) ?? whatsappNumber(receiver.phone);
  const link = `${window.location.origin}${paths.order(order.order_id)}`;
  return (
    <Card title="Pembeli">
      <dl className="mt-2 text-sm">
        <Fact label="Anggota">
          {mayOpen ? (
            <Link to={adminPaths.member(member.uid)} className="text-brand hover:underline">
              {member.name} · {member.uid}
            </Link>
          ) : (
            `${member.name} · ${member.uid}`
          )}
        </Fact>
        <Fact label="Email">{member.email}</Fact>
        {member.phone && <Fact label="Telepon">{member.phone}</Fact>}
      </dl>
      {dialled && (
        <a
          href={`https://wa.me/${dialled}?text=${encodeURIComponent(whatsappText(order, member.name, shop.name, link))}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('outline', 'mt-3')}
        >
          <MessageCircle aria-hidden size={18} />
          Kabari lewat WhatsApp
        </a>
      )}
    </Card>
  );
}
