import { rupiah } from '@/format';

type Props = {
  /** Cash to be collected at the door, in rupiah; none if the order is paid otherwise. */
  amount: number | null | undefined;
  /** Courier of the order so far, which collects the cash. */
  chosen: string;
  courier: string;
  className?: string;
};

/** Warns that a different courier than before must also collect the cash. */
export function CodWarning({ amount, chosen, courier, className = '' }: Props) {
  if (amount == null || ['', chosen].includes(courier.trim())) return null;
  return (
    <p
      role="status"
      className={`rounded-2xl bg-warn-soft px-4 py-3 text-sm text-warn ${className}`}
    >
      Pesanan ini COD: pastikan kurir ini menagih {rupiah(amount)} saat barang tiba.
    </p>
  );
}
