import type { KeptExchange, AdminOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { Fold } from '@/ui/Fold';
import { Fact } from '@/admin/ui/Card';

/** Payment details of an order, and the exchanges with the providers; folded up, for use when something is odd. */
export function OrderMoney({ order: { payment, exchanges } }: { order: AdminOrder }) {
  if (!payment && exchanges.length === 0) return null;
  return (
    <Fold title="Pembicaraan dengan penyedia" aside={<Count of={exchanges.length} />}>
      {payment && (
        <dl className="grid gap-x-6 text-sm sm:grid-cols-2">
          <Fact label="Nomor di penyedia pembayaran">{payment.number}</Fact>
          <Fact label="Ditanyakan lagi">
            {payment.next_check_at ? dateTime(payment.next_check_at) : 'Tidak perlu'}
          </Fact>
          {payment.in_sandbox && (
            <Fact label="Dibayar di sandbox">Tanpa uang; tidak ikut pembayaran bonus</Fact>
          )}
          {payment.denied_at && (
            <Fact label="Percobaan bayar ditolak">{dateTime(payment.denied_at)}</Fact>
          )}
          {payment.failures > 0 && (
            <Fact label="Gagal ditanyakan">{number(payment.failures)} kali berturut-turut</Fact>
          )}
        </dl>
      )}
      <ul className="divide-y divide-line">
        {exchanges.map((exchange) => (
          <Exchange key={exchange.id} exchange={exchange} />
        ))}
      </ul>
    </Fold>
  );
}

function Count({ of }: { of: number }) {
  return <span className="text-sm text-muted">{number(of)}</span>;
}

function Exchange({ exchange }: { exchange: KeptExchange }) {
  const { at, provider, method, path, status, error, request, response, took_ms } = exchange;
  const bad = error || (status ?? 0) >= 400;
  return (
    <li className="py-3 text-sm">
      <p className="wrap-anywhere">
        <span className="font-medium">
          {provider} {method}
        </span>{' '}
        {path}
      </p>
      <p className={bad ? 'text-danger' : 'text-muted'}>
        {dateTime(at)} · {status ?? 'tanpa jawaban'} · {number(took_ms)} md
        {error && ` · ${error}`}
      </p>
      {(request || response) && (
        <details className="mt-1">
          <summary className="inline-flex min-h-9 items-center text-brand">Isi</summary>
          {request && <Body label="Dikirim" text={request} />}
          {response && <Body label="Dijawab" text={response} />}
        </details>
      )}
    </li>
  );
}

function Body({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className="mt-1 text-xs text-muted">{label}</p>
      <pre
        // A scrolling element must be reachable by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-xl bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {pretty(text)}
      </pre>
    </>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
