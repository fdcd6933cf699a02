import { rupiah } from '@/format';

type Props = {
  /** Cash to be collected at the door, rupiah; nothing where the order is paid otherwise. */
  amount: number | null | undefined;
  /** The order's courier so far, which collects it. */
  chosen: string;
  courier: string;
  className?: string;
};

/** Warns that another courier than the order had so far has to collect the cash as well. */
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
