import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { setupQuery } from '@/admin/components/setup';
import { Badge, type Tone } from '@/ui/Badge';
import type { Operation as Facts, PaymentProvider, ShippingProvider } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';

type Said = { tone: Tone; badge: string; text: string };

const payments: Record<PaymentProvider, Said> = {
  built_in_sandbox: {
    tone: 'waiting',
    badge: 'Simulasi',
    text: 'Belum ada kunci Midtrans: pembayaran hanya simulasi di server ini, tidak ada uang yang berpindah.',
  },
  midtrans_sandbox: {
    tone: 'waiting',
    badge: 'Sandbox Midtrans',
    text: 'Kunci sandbox terpasang: tidak ada uang yang berpindah.',
  },
  midtrans_production: {
    tone: 'good',
    badge: 'Midtrans',
    text: 'Kunci produksi terpasang: pembayaran dengan uang sungguhan.',
  },
};

const shippings: Record<ShippingProvider, Said> = {
  built_in: {
    tone: 'waiting',
    badge: 'Tarif simulasi',
    text: 'Belum ada kunci Komerce: ongkos kirim dari tabel bawaan, dihitung dari asal pengiriman toko.',
  },
  komerce: { tone: 'good', badge: 'Komerce', text: 'Kunci terpasang.' },
};

const mails: Record<'on' | 'off', Said> = {
  on: { tone: 'good', badge: 'Terkirim', text: 'Server email terpasang.' },
  off: {
    tone: 'waiting',
    badge: 'Tidak terkirim',
    text: 'Belum ada server email: tautan lupa kata sandi dan kabar kepada anggota tidak terkirim.',
  },
};

/**
 * Settings that the server was started with: they cannot be changed here, and keys are never shown.
 */
export function Operation(facts: Facts) {
  const tested = useQuery(setupQuery).data?.payment_notice_tested_at;
  const chat = facts.chat_model;
  return (
    <section aria-label="Server" className="card p-5 sm:p-6">
      <h2 className="font-display text-lg font-semibold">Server</h2>
      <p className="mt-1 text-sm text-muted">
        Diatur lewat variabel lingkungan saat server dijalankan. Kunci tidak pernah ditampilkan.
      </p>
      <dl className="mt-4 grid gap-5 text-sm">
        <Fact name="Pembayaran" variable="MIDTRANS_SERVER_KEY" said={payments[facts.payment]}>
          <p className="mt-1">Alamat notifikasi untuk didaftarkan di Midtrans:</p>
          <p className="wrap-anywhere">
            <code>{facts.notification_url}</code>
          </p>
          {tested && <p className="text-muted">Uji notifikasi diterima {dateTime(tested)}.</p>}
        </Fact>
        <Fact name="Batas waktu bayar" variable="PAYMENT_EXPIRY_MINUTES">
          {number(facts.payment_expiry_minutes)} menit
        </Fact>
        <Fact name="Pengiriman" variable="KOMERCE_API_KEY" said={shippings[facts.shipping]} />
        <Fact name="Email" variable="SMTP_URL" said={mails[facts.sends_mail ? 'on' : 'off']} />
        <Fact
          name="Asisten produk"
          variable="CHAT_API_KEY"
          said={
            chat
              ? { tone: 'good', badge: 'Layanan AI', text: `Kunci terpasang, model ${chat}.` }
              : {
                  tone: 'plain',
                  badge: 'Bawaan',
                  text: 'Belum ada kunci: jawaban disusun dari data produk.',
                }
          }
        />
        <Fact name="Alamat toko" variable="PUBLIC_URL">
          <p className="wrap-anywhere">{facts.public_url}</p>
          {!facts.public_url_set && (
            <p className="text-muted">
              Belum diatur: dipakai alamat server sendiri, yang tidak dapat dihubungi dari luar.
            </p>
          )}
        </Fact>
        <Fact name="Penyimpanan gambar" variable="STORAGE_URL">
          {facts.storage === 's3' ? 'Bucket S3' : 'Folder di server'}
        </Fact>
        <Fact name="Basis data" variable="DATABASE_URL">
          {facts.database === 'postgres' ? 'PostgreSQL' : 'SQLite (satu server)'}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({
  name,
  variable,
  said,
  children,
}: {
  name: string;
  variable: string;
  said?: Said;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {name}
        {said && <Badge tone={said.tone}>{said.badge}</Badge>}
      </dt>
      <dd className="mt-1 min-w-0">
        {said && <p className="text-muted">{said.text}</p>}
        {children}
        <p className="mt-1 text-xs text-muted">
          <code>{variable}</code>
        </p>
      </dd>
    </div>
  );
}
