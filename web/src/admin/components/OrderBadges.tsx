import {
  paymentNames,
  paymentTones,
  shipmentNames,
  shipmentTones,
} from '@/admin/components/orderStates';
import { Badge } from '@/ui/Badge';
import type { PaymentStatus, ShipmentStatus } from '@/api/schema';

type Props = { shipment: ShipmentStatus; payment: PaymentStatus };

/** Badges of an order's shipment and payment; an order cancelled before payment shows only the first. */
export function OrderBadges({ shipment, payment }: Props) {
  return (
    <>
      <Badge tone={shipmentTones[shipment]}>{shipmentNames[shipment]}</Badge>
      {payment !== 'cancelled' && (
        <Badge tone={paymentTones[payment]}>{paymentNames[payment]}</Badge>
      )}
    </>
  );
}
