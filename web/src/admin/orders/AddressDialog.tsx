import { useQuery } from '@tanstack/react-query';
import { PlaceField } from '@/admin/components/PlaceField';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { useForm } from '@/ui/useForm';
import { refresh } from '@/api/calls';
import type { AdminOrder, OrderAddress } from '@/api/schema';
import { save } from '@/api/save';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Fetched } from '@/ui/Fetched';
import { TextAreaField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { AddressOffers } from './AddressOffers';

type Props = { order: AdminOrder; onClose: () => void };

/** Corrects the address of an order that waits for packing. */
export function AddressDialog({ order, onClose }: Props) {
  const query = adminQuery('/api/admin/orders/{order_id}/address', { order_id: order.order_id });
  return (
    <Dialog title="Perbaiki alamat" onClose={onClose}>
      <Fetched query={query}>
        {(address) => (
          // After a correction by another administrator, the form begins again: typed values belong
          // to the version that was read.
          <Form key={address.version} order={order} address={address} onClose={onClose} />
        )}
      </Fetched>
    </Dialog>
  );
}

function Form({ order, address, onClose }: Props & { address: OrderAddress }) {
  const form = `address ${address.version}`;
  const [name, setName] = useRestoredState(`${form}.name`, address.receiver_name);
  const [phone, setPhone] = useRestoredState(`${form}.phone`, address.receiver_phone);
  const [street, setStreet] = useRestoredState(`${form}.street`, address.street);
  const [place, setPlace] = useRestoredState(`${form}.place`, {
    id: address.destination_id,
    label: address.destination,
  });
  const [picked, setPicked] = useRestoredState<string | null>(`${form}.service`, null);
  const [reason, setReason] = useRestoredState(`${form}.reason`, '');
  const moves = place.id !== address.destination_id;
  const asked = useQuery({
    ...adminQuery('/api/admin/orders/{order_id}/address', {
      order_id: order.order_id,
      destination_id: place.id,
    }),
    enabled: moves,
  });
  const offers = (moves && asked.data?.offers) || [];
  // The order's service stays preselected until another one is chosen.
  const method = picked ?? address.shipping_method;
  const offer = offers.find((each) => each.method === method && each.refused == null);
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    try {
      await save('PUT /api/admin/orders/{order_id}/address', {
        params: { order_id: order.order_id },
        body: {
          receiver_name: name,
          receiver_phone: phone,
          street,
          destination_id: place.id,
          shipping_method: moves ? (offer?.method ?? null) : null,
          cost_rp: moves ? (offer?.cost_rp ?? null) : null,
          reason,
          version: address.version,
        },
      });
    } catch (error) {
      // The shipping cost or the order's state may have changed.
      if (moves) void asked.refetch();
      void refresh('/api/admin/orders');
      throw error;
    }
    toast('success', 'Alamat diperbaiki.');
    onClose();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
      <TextField
        label="Nama penerima"
        name="receiver_name"
        value={name}
        error={errors.receiver_name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Nomor HP penerima"
        name="receiver_phone"
        type="tel"
        value={phone}
        error={errors.receiver_phone}
        maxLength={30}
        autoComplete="off"
        onChange={(event) => setPhone(event.target.value)}
      />
      <TextAreaField
        label="Alamat jalan"
        name="street"
        rows={2}
        value={street}
        error={errors.street}
        maxLength={500}
        onChange={(event) => setStreet(event.target.value)}
      />
      <PlaceField
        title="Tujuan pengiriman"
        name="destination_id"
        label={place.label}
        id={place.id}
        error={errors.destination_id}
        onPick={({ id, label }) => setPlace({ id, label })}
      />
      {moves && (
        <AddressOffers
          order={order}
          asked={asked}
          chosen={offer?.method}
          onChoose={setPicked}
          error={errors.shipping_method}
        />
      )}
      <TextField
        label="Alasan"
        name="reason"
        value={reason}
        error={errors.reason}
        maxLength={300}
        autoComplete="off"
        hint="Dibaca pembeli, yang juga dikabari alamat barunya."
        onChange={(event) => setReason(event.target.value)}
      />
      {failure && <Problem text={failure} />}
      <DialogFoot>
        <Button look="outline" disabled={isPending} onClick={onClose}>
          Batal
        </Button>
        <Button type="submit" disabled={moves && !offer} busy={isPending && 'Menyimpan...'}>
          Simpan
        </Button>
      </DialogFoot>
    </form>
  );
}
