import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { hasRole, type AdminRole } from '@/admin/roles';
import { useMe } from '@/api/accounts';
import type { Setup, SetupStep } from '@/api/schema';
import { dateTime } from '@/dates';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { Link } from '@/ui/Link';
import { OpenShop } from './OpenShop';

type Step = { name: string; text: string; to: string; roles: readonly AdminRole[] };

const owner = ['owner'] as const;
const catalogue = ['catalogue'] as const;
const orders = ['fulfilment', 'finance'] as const;

const steps: Record<SetupStep['step'], Step> = {
  brand: {
    name: 'Pasang merek',
    text: 'Logo, ikon, warna, dan kalimat beranda. Tanpa itu nama toko dan tampilan bawaan dipakai.',
    to: adminPaths.brand(),
    roles: owner,
  },
  contact: {
    name: 'Isi nama dan kontak toko',
    text: 'Tampil di kaki halaman, di label alamat, dan di slip.',
    to: '/admin/settings',
    roles: owner,
  },
  origin: {
    name: 'Tentukan asal pengiriman',
    text: 'Paket berangkat dari sini, dan ongkos kirim dihitung dari sini.',
    to: '/admin/settings',
    roles: owner,
  },
  downline: {
    name: 'Putuskan apa yang dilihat leader',
    text: 'Nama dan email anggota jauh di bawahnya adalah data pribadi: undang-undang meminta dasar untuk menunjukkannya.',
    to: '/admin/settings',
    roles: owner,
  },
  category: {
    name: 'Buat kategori pertama',
    text: 'Setiap produk ada di satu kategori.',
    to: '/admin/categories',
    roles: catalogue,
  },
  product: {
    name: 'Buat produk pertama dengan gambar',
    text: 'Nama, harga, BV, berat, dan gambarnya. Banyak sekaligus: impor dari tabel di halaman Produk.',
    to: '/admin/products/new',
    roles: catalogue,
  },
  stock: {
    name: 'Isi stok',
    text: 'Produk tanpa stok tidak dapat dibeli.',
    to: '/admin/stock',
    roles: catalogue,
  },
  period: {
    name: 'Buka periode BV',
    text: 'Pesanan masuk ke periode yang sedang berjalan; yang berulang terbuka sendiri.',
    to: adminPaths.recurrence(),
    roles: ['finance'],
  },
  plan: {
    name: 'Tulis rencana kompensasi',
    text: 'Tanpa rencana, bonus tidak dapat dihitung.',
    to: '/admin/compensation',
    roles: ['finance'],
  },
  payment_key: {
    name: 'Pasang kunci pembayaran',
    text: 'Tanpa kunci, pembayaran hanya simulasi dan tidak ada uang yang masuk.',
    to: '/admin/settings',
    roles: owner,
  },
  shipping_key: {
    name: 'Pasang kunci pengiriman',
    text: 'Tanpa kunci, ongkos kirim memakai tarif bawaan.',
    to: '/admin/settings',
    roles: owner,
  },
  email: {
    name: 'Pasang pengiriman email',
    text: 'Tanpa SMTP_URL tidak ada email yang terkirim: tautan lupa kata sandi, kabar pesanan, dan kabar bonus.',
    to: '/admin/settings',
    roles: owner,
  },
  texts: {
    name: 'Terbitkan halaman informasi',
    text: 'Masih draf dan belum tampil di toko:',
    to: adminPaths.pages(),
    roles: catalogue,
  },
  first_order: {
    name: 'Pesanan pertama',
    text: 'Muncul setelah pembeli pertama menyelesaikan checkout.',
    to: adminPaths.orders(),
    roles: orders,
  },
  first_shipment: {
    name: 'Pengiriman pertama',
    text: 'Kemas pesanannya, lalu kirim dengan nomor resi.',
    to: adminPaths.orders({ waiting: 'pack' }),
    roles: orders,
  },
};

/** Step of the shop's own trial order, before it opens. */
const trial: Step = {
  name: 'Pesanan percobaan',
  text: 'Belanja seperti pembeli sebelum toko dibuka. Tidak dihitung dalam penjualan dan BV, dan sesudahnya dapat dibuang.',
  to: paths.allProducts(),
  roles: orders,
};

/**
 * Steps that a new shop still needs, and the switch that opens it; once it is open, the remaining ones are folded away,
 * and nothing is shown when none remain.
 */
export function SetupList({ setup }: { setup: Setup }) {
  const { ready, opened_at } = setup;
  const role = useMe().data?.role;
  // Before it opens, a shop ships only trial orders, which do not count.
  const all = opened_at ? setup.steps : setup.steps.filter(({ step }) => step !== 'first_shipment');
  const own = ({ step }: SetupStep) => hasRole(role, steps[step].roles);
  // Once the shop sells, administrators see only the steps that they can do.
  const left = all.filter((step) => !step.done && (!(ready && opened_at) || own(step)));
  if (opened_at && left.length === 0) return null;
  const list = (
    <ol className="mt-3 divide-y divide-line">
      {(ready && opened_at ? left : all).map((step) => (
        <Todo key={step.step} step={step} own={own(step)} setup={setup} />
      ))}
    </ol>
  );
  if (ready && opened_at)
    return (
      <details aria-label="Persiapan toko" className="mb-6 card px-5 py-3">
        <summary className="cursor-pointer text-sm font-medium">
          Masih bisa dilengkapi: {left.map(({ step }) => steps[step].name).join(', ')}
        </summary>
        {list}
      </details>
    );
  return (
    <section aria-label="Persiapan toko" className="mb-6 card p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-display text-xl font-semibold">Siapkan toko</h2>
        <p className="text-sm text-muted">
          {all.length - left.length} dari {all.length} selesai
        </p>
      </div>
      {list}
      {!opened_at && (
        <OpenShop
          missing={left.filter(({ required }) => required).map(({ step }) => steps[step].name)}
          optional={left
            .filter(({ required, step }) => !required && !step.startsWith('first_'))
            .map(({ step }) => steps[step].name)}
          own={hasRole(role, owner)}
        />
      )}
    </section>
  );
}

const isDone = ({ steps: all }: Setup, step: SetupStep['step']) =>
  all.some((each) => each.step === step && each.done);

type TodoProps = { step: SetupStep; own: boolean; setup: Setup };

function Todo({ step: { step, done, required }, own, setup }: TodoProps) {
  const { drafts, trials, payment_notice_tested_at: tested } = setup;
  const { name, text, to } = step === 'first_order' && shop.closed ? trial : steps[step];
  const Icon = done ? CircleCheck : Circle;
  const content = (
    <>
      <Icon
        aria-label={done ? 'Selesai' : 'Belum'}
        role="img"
        aria-hidden={false}
        size={22}
        className={`shrink-0 ${done ? 'text-success' : 'text-muted'}`}
      />
      <span className="min-w-0 flex-1">
        <span className={`font-medium ${done ? 'text-muted' : ''}`}>
          {name}
          {!required && <span className="ml-2 text-xs font-normal text-muted">opsional</span>}
        </span>
        {!done && (
          <span className="block text-sm text-muted">
            {step === 'first_order' && !isDone(setup, 'period') && 'Setelah periode BV dibuka. '}
            {text}
          </span>
        )}
        {step === 'payment_key' && tested && (
          <span className="block text-sm text-muted">
            Uji notifikasi diterima {dateTime(tested)}.
          </span>
        )}
      </span>
    </>
  );
  const row = 'flex min-h-12 items-center gap-3 py-2.5';
  return (
    <li>
      {own ? (
        <Link to={to} className={`${row} hover:text-brand`}>
          {content}
          <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
        </Link>
      ) : (
        <div className={row}>{content}</div>
      )}
      {step === 'texts' && own && !done && (
        <Chips links={drafts.map(({ slug, title }) => [adminPaths.page(slug), title])} />
      )}
      {step === 'first_order' && own && trials.length > 0 && (
        <>
          <p className="-mt-2 pb-2 pl-8.5 text-sm text-muted">
            Masih ada pesanan percobaan. Buka, lalu buang:
          </p>
          <Chips links={trials.map((number) => [adminPaths.order(number), number])} />
        </>
      )}
    </li>
  );
}

/** Links to the pages of a step. */
function Chips({ links }: { links: [to: string, name: string][] }) {
  return (
    <ul className="flex flex-wrap gap-2 pb-3 pl-8.5">
      {links.map(([to, name]) => (
        <li key={to}>
          <Link
            to={to}
            className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm hover:border-brand hover:text-brand"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
