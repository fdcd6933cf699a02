const pictures = import.meta.glob<string>('@/assets/payments/*.svg', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** File, name and width of each picture; all are 48 high. */
const partners = [
  ['qris', 'QRIS', 91],
  ['bca-va', 'BCA VA', 121],
  ['bni-va', 'BNI VA', 111],
  ['bri-va', 'BRI VA', 110],
  ['mandiri-bill', 'Mandiri Bill', 158],
  ['cimb', 'CIMB', 96],
  ['gopay', 'GoPay', 111],
  ['shopeepay', 'ShopeePay', 160],
  ['indomaret', 'Indomaret', 153],
  ['alfamart', 'Alfamart', 136],
] as const;

/** Logos of the payment methods that an order can be paid by. */
export function PaymentChips({ className = '' }: { className?: string }) {
  return (
    <ul aria-label="Cara pembayaran" className={`flex flex-wrap gap-2 ${className}`}>
      {partners.map(([file, name, width]) => (
        <li key={file}>
          <img
            src={pictures[`/src/assets/payments/${file}.svg`]}
            alt={name}
            width={width}
            height={48}
            loading="lazy"
            className="h-7 w-auto dark:opacity-85"
          />
        </li>
      ))}
    </ul>
  );
}
