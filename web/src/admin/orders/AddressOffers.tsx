import type { UseQueryResult } from '@tanstack/react-query';
import type { AddressOffer, AdminOrder, OrderAddress } from '@/api/schema';
import { sentence } from '@/errors';
import { rupiah } from '@/format';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

type Props = {
  order: AdminOrder;
  asked: UseQueryResult<OrderAddress>;
  chosen: string | undefined;
  onChoose: (method: string) => void;
  error: string | undefined;
};

/** Services that can ship an order to its corrected address, each with who pays the difference in cost. */
export function AddressOffers({ order, asked, chosen, onChoose, error }: Props) {
  if (!asked.data)
    return asked.error ? (
      <Problem
        text={sentence(asked.error, 'Ongkos kirim gagal ditanyakan. Alamat belum berubah.')}
        onRetry={() => void asked.refetch()}
      />
    ) : (
      <Loading />
    );
  const { offers, shipping_method: before, couriers_reached } = asked.data;
  const offer = offers.find((each) => each.method === chosen);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Kurir ke tujuan baru</legend>
      {!couriers_reached && (
        <div className="mb-3">
          <Problem
            text="Kurir sedang tidak dapat dihubungi. Untuk sementara hanya pengiriman dari toko yang dapat dipilih."
            onRetry={() => void asked.refetch()}
          />
        </div>
      )}
      <p role="status" className="mb-3 text-sm">
        {offer
          ? outcome(order, offer)
          : couriers_reached &&
            (offers.length > 0
              ? `${before} tidak dapat dipakai ke tujuan ini. Pilih yang lain.`
              : 'Tidak ada kurir yang melayani tujuan ini.')}
      </p>
      <div className="grid max-h-72 gap-2 overflow-y-auto">
        {offers.map((each) => (
          <ChoiceCard
            key={each.method}
            name="shipping_method"
            title={each.method}
            text={each.refused ?? difference(each)}
            aside={rupiah(each.cost_rp)}
            checked={each.method === chosen}
            disabled={each.refused != null}
            onChoose={() => onChoose(each.method)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function difference({ difference_rp: rp }: AddressOffer): string {
  if (rp === 0) return 'Sama dengan sekarang';
  return rp > 0 ? `${rupiah(rp)} lebih mahal` : `${rupiah(-rp)} lebih murah`;
}

/** Describes the effect of a difference in shipping cost: on the order's total, and who pays it. */
function outcome(order: AdminOrder, { difference_rp: rp, total_rp }: AddressOffer): string {
  if (total_rp !== order.total_rp)
    return `COD belum dibayar: totalnya berubah dari ${rupiah(order.total_rp)} menjadi ${rupiah(total_rp)}, dan pembeli dikabari.`;
  if (rp === 0) return `Total pesanan tetap ${rupiah(total_rp)}.`;
  return rp > 0
    ? `Pembeli tetap membayar ${rupiah(total_rp)}. Selisih ongkir ${rupiah(rp)} ditanggung toko.`
    : `Pembeli tetap membayar ${rupiah(total_rp)}. Selisih ongkir ${rupiah(-rp)} untuk toko.`;
}
