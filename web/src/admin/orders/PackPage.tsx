import { CircleCheck, ScanBarcode, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Field } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { PackedList } from './PackedList';
import { isComplete, needsResi, type Table } from './packing';
import { usePacking } from './usePacking';

const back = { to: adminPaths.orders(), label: 'Kembali ke pesanan' };

/** Packing with a scanner: the label, each piece, and the handling of errors. */
function PackPage() {
  const packing = usePacking();
  const { order, counted, ships, busy, packed } = packing;
  const complete = order !== null && isComplete(order.lines, counted);
  const asksResi = order !== null && needsResi(order, ships);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const listen = () => field.current?.focus();
  // A scanner types into the focused element, and no one uses the mouse for each piece. Listening
  // starts as soon as the field exists: an effect after painting would lose an immediate scan.
  useLayoutEffect(() => {
    const hear = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (isText && !document.activeElement?.matches('input:not([type=checkbox])'))
        field.current?.focus();
    };
    field.current?.focus();
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return (
    <Screen
      title="Kemas dengan pemindai"
      back={back}
      text="Pindai label, lalu setiap barangnya. Pemindai yang mengakhiri bacaannya dengan Enter dapat langsung dipakai; mengetik juga bisa."
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            packing.scan(code);
            setCode('');
            listen();
          }}
          className="card grid gap-4 p-4 sm:p-6"
        >
          <Field label={asks(order !== null, complete, asksResi)}>
            {(wiring) => (
              <div className="flex gap-2">
                <input
                  {...wiring}
                  ref={field}
                  value={code}
                  maxLength={100}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  onChange={(event) => setCode(event.target.value)}
                />
                <Button type="submit">
                  <ScanBarcode aria-hidden size={18} />
                  {complete && !asksResi ? 'Selesai' : 'Lanjut'}
                </Button>
              </div>
            )}
          </Field>
          <Verdict said={busy ? { sound: 'right', text: 'Memproses...' } : packing.said} />
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <Checkbox
              checked={ships}
              onChange={(event) => {
                packing.setShips(event.target.checked);
                listen();
              }}
            />
            Langsung dikirim: pindai resi setelah isinya lengkap
          </label>
          {packed.length > 0 && (
            <div className="border-t border-line pt-3 text-sm">
              <h2 className="font-medium">Sudah selesai: {number(packed.length)} pesanan</h2>
              <ul className="mt-1 flex flex-wrap gap-x-3">
                {packed.map((each) => (
                  <li key={each}>
                    <Link
                      to={adminPaths.order(each)}
                      className="inline-flex min-h-11 items-center text-brand underline underline-offset-4"
                    >
                      {each}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </form>
        {order && (
          <PackedList
            order={order}
            counted={counted}
            onCount={(line) => {
              packing.count(line);
              listen();
            }}
            onAgain={() => {
              packing.countAgain();
              listen();
            }}
            onLeave={() => {
              packing.leave();
              listen();
            }}
          />
        )}
      </div>
    </Screen>
  );
}

/** Names the next thing to scan. */
function asks(isOpen: boolean, complete: boolean, asksResi: boolean): string {
  if (!isOpen) return 'Label pesanan';
  if (!complete) return 'Barang';
  return asksResi ? 'Resi dari kurir' : 'Lengkap: label sekali lagi, atau Enter';
}

/** Result of the last scan, in words and in colour. */
function Verdict({ said }: { said: Table['said'] }) {
  const bad = said?.sound === 'wrong';
  const Icon = bad ? TriangleAlert : CircleCheck;
  return (
    <div aria-live="assertive" aria-atomic className="min-h-20">
      {said && (
        <p
          className={`flex items-center gap-3 rounded-2xl px-4 py-4 font-medium wrap-anywhere ${bad ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success'}`}
        >
          <Icon aria-hidden className="shrink-0" />
          {said.text}
        </p>
      )}
    </div>
  );
}

export { PackPage as Component };
