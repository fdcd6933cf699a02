import { Truck } from 'lucide-react';
import { rupiah } from '@/format';
import { useAtomValue, useSetAtom } from '@/state';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import {
  draftAtom,
  methodAtom,
  methodsAtom,
  optionsAtom,
  serviceAtom,
  servicesAtom,
  untilFreeAtom,
} from './atoms';
import { ChoiceCard } from '@/ui/ChoiceCard';
import { Panel } from '@/ui/Panel';
import { costFrom, serviceNames } from './services';
import type { Offer } from '@/api/schema';

/** Chooses the courier and one of its services. */
export function ShippingPanel() {
  const destination = useAtomValue(draftAtom).destination;
  return (
    <Panel title="Metode pengiriman">
      {destination ? (
        <div className="grid grid-cols-1 gap-5">
          <Methods />
          <Services />
          <Unreached />
          <UntilFree />
        </div>
      ) : (
        <p className="flex items-center gap-3 text-sm text-muted">
          <Truck aria-hidden size={20} className="shrink-0 text-brand" />
          Pilih tujuan pengiriman dahulu untuk melihat kurir dan ongkos kirim.
        </p>
      )}
    </Panel>
  );
}

function Methods() {
  const { data, isError, refetch } = useAtomValue(methodsAtom);
  const chosen = useAtomValue(methodAtom);
  const options = useAtomValue(optionsAtom).data?.shipping_options;
  const setDraft = useSetAtom(draftAtom);
  if (isError && !data)
    return (
      <Problem
        text="Failed to load shipping methods"
        retry="Try Again"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-14 rounded-2xl" />;
  if (data.data.length === 0)
    return <p className="text-sm text-muted">Tidak ada kurir untuk tujuan ini.</p>;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Kurir</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(8rem,40%),1fr))] gap-2">
        {data.data.map(({ id, name }) => (
          <ChoiceCard
            key={id}
            name="method"
            title={name}
            // The line exists before the costs arrive.
            text={costFrom(id, options) || '\u00a0'}
            checked={id === chosen?.id}
            onChoose={() => setDraft({ methodId: id, service: null })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Services() {
  const { data, isError, refetch } = useAtomValue(optionsAtom);
  const services = useAtomValue(servicesAtom);
  const chosen = useAtomValue(serviceAtom);
  const setDraft = useSetAtom(draftAtom);
  if (isError && !data)
    return (
      <Problem
        text="Failed to calculate shipping cost"
        retry="Try Again"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-14 rounded-2xl" />;
  if (services.length === 0) return null;
  const names = serviceNames(services);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Layanan</legend>
      <div className="grid gap-2">
        {services.map(({ service_name, shipping_cost, full_cost, etd }) => (
          <ChoiceCard
            key={service_name}
            name="service"
            title={names.get(service_name) ?? service_name}
            text={etd && `Perkiraan ${etd} hari`}
            aside={<Cost cost={shipping_cost} full={full_cost} />}
            checked={service_name === chosen?.service_name}
            onChoose={() => setDraft({ service: service_name })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Shows that only the shop's own delivery is available, because no courier could be reached. */
function Unreached() {
  const options = useAtomValue(optionsAtom);
  const methods = useAtomValue(methodsAtom);
  const known = [options.data, methods.data].filter((data) => data !== undefined);
  if (known.every(({ couriers_reached }) => couriers_reached)) return null;
  return (
    <Problem
      text="Kurir sedang tidak dapat dihubungi. Untuk sementara hanya pengiriman dari toko yang tersedia."
      onRetry={() => void Promise.all([options.refetch(), methods.refetch()])}
    />
  );
}

/** Shipping cost, next to the cost without the shop's contribution. */
function Cost({ cost, full }: { cost: number; full: Offer['full_cost'] }) {
  return (
    <span className="tabular-nums">
      {full && (
        <s className="mr-2 font-normal text-muted">
          <span className="sr-only">Tanpa potongan </span>
          {rupiah(full)}
        </s>
      )}
      {cost === 0 ? 'Gratis' : rupiah(cost)}
    </span>
  );
}

/** Note on the amount still to buy before the shop pays the shipping, fully or in part. */
function UntilFree() {
  const until = useAtomValue(untilFreeAtom);
  if (!until) return null;
  return (
    <p className="flex items-center gap-3 rounded-2xl bg-brand-soft px-4 py-3 text-sm">
      <Truck aria-hidden size={20} className="shrink-0 text-brand" />
      Belanja {rupiah(until.missing)} lagi untuk{' '}
      {until.most ? `potongan ongkir sampai ${rupiah(until.most)}` : 'gratis ongkir'}.
    </p>
  );
}
