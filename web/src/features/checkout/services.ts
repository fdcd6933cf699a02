/** Names of couriers' services, because their codes mean nothing to a shopper. */
import type { ShippingOption } from '@/api/schema';
import { rupiah } from '@/format';
import { OWN } from '@/components/ownWay';

const names: [RegExp, string][] = [
  [/^(SDS|SAMEDAY)/i, 'Sampai hari ini'],
  [/^(YES|ONS|BEST|NEXTDAY)/i, 'Besok sampai'],
  [/^(JTR|GOKIL|CARGO|KARGO|BIGPACK|TRC)/i, 'Kargo'],
  [/^(OKE|ECO|HALU|JAGO)/i, 'Ekonomis'],
  [/^(REG|STD|STANDARD|EZ|UDRREG|SIUNT)/i, 'Reguler'],
];

function nameOf(code: string): string {
  return names.find(([codes]) => codes.test(code))?.[1] ?? code;
}

/**
 * Returns the names of one courier's services, by their codes; a name shared by two services is
 * followed by the code. The shop's own ways have the names that the shop gave them.
 */
export function serviceNames(services: ShippingOption[]): Map<string, string> {
  if (services.some(({ shipping_name }) => shipping_name === OWN))
    return new Map(services.map(({ service_name }) => [service_name, service_name]));
  const all = services.map(({ service_name }) => nameOf(service_name));
  return new Map(
    services.map(({ service_name: code }) => {
      const name = nameOf(code);
      const shared = name !== code && all.filter((each) => each === name).length > 1;
      return [code, shared ? `${name} (${code})` : name];
    }),
  );
}

/** Returns the lowest cost of a courier, such as `mulai Rp 9.000`, once the costs are known. */
export function costFrom(courier: string, options: ShippingOption[] | undefined): string {
  const costs = (options ?? [])
    .filter(({ shipping_name }) => shipping_name === courier)
    .map(({ shipping_cost }) => shipping_cost);
  if (costs.length === 0) return '';
  const least = Math.min(...costs);
  return least === 0 ? 'gratis' : `mulai ${rupiah(least)}`;
}
