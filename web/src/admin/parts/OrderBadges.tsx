import {
  paymentNames,
  paymentTones,
  shipmentNames,
  shipmentTones,
} from '@/admin/parts/orderStates';
import { Badge } from '@/ui/Badge';
import type { PaymentStatus, ShipmentStatus } from '@/api/schema';

type Props = { shipment: ShipmentStatus; payment: PaymentStatus };

/** Where the goods and the money of an order are; what was called off before it was paid says so once. */
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
