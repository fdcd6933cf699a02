import type { MemberReturn } from '@/api/schema';
import { shop } from '@/shop';

/** Current state of a return, and the member's next step. */
export function NextStep({ shown }: { shown: MemberReturn }) {
  return (
    <div className="mt-3 grid gap-2 text-sm">
      <Words shown={shown} />
    </div>
  );
}

function Words({ shown }: { shown: MemberReturn }) {
  const { state, kind, number, refused_reason, replacement_resi } = shown;
  switch (state) {
    case 'asked':
      return (
        <p>Toko sedang memeriksa pengajuan Anda. Tunggu jawabannya sebelum mengirim barangnya.</p>
      );
    case 'approved':
      return (
        <>
          <p>
            Kirim barangnya ke toko, dan tulis nomor pengembalian{' '}
            <strong className="whitespace-nowrap">{number}</strong> di dalam paketnya.
          </p>
          {shop.address && (
            <p className="rounded-2xl bg-sunken px-4 py-3">
              <span className="block font-medium">{shop.name}</span>
              <span className="block whitespace-pre-line">{shop.address}</span>
              {shop.phone && <span className="block">{shop.phone}</span>}
            </p>
          )}
        </>
      );
    case 'refused':
      return <p className="wrap-anywhere">Toko menolak pengajuan ini: {refused_reason}</p>;
    case 'withdrawn':
      return <p>Anda membatalkan pengajuan ini. Tidak ada yang perlu dilakukan.</p>;
    case 'received':
      return kind === 'replacement' ? (
        <p>Barang Anda sudah sampai di toko. Toko menyiapkan barang penggantinya.</p>
      ) : (
        <p>Barang Anda sudah sampai di toko. Toko segera mengembalikan dananya.</p>
      );
    case 'transferring':
      return <p>Toko sedang mentransfer dananya ke rekening Anda.</p>;
    case 'refunded':
      return (
        <p>Dananya sudah dikembalikan. Lamanya sampai kepada Anda bergantung pada cara bayarnya.</p>
      );
    case 'replaced':
      return (
        <p className="wrap-anywhere">
          Barang penggantinya sudah dikirim
          {replacement_resi ? ` dengan nomor resi ${replacement_resi}.` : '.'}
        </p>
      );
  }
}
