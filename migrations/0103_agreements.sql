-- What the shop and its members have agreed on: a code of ethics and the terms, in versions. A version never changes; the
-- newest that has begun holds.
CREATE TABLE agreement_versions (
  document TEXT NOT NULL CHECK (document IN ('code-of-ethics', 'terms')),
  version BIGINT NOT NULL CHECK (version > 0),
  body TEXT NOT NULL,
  -- What is different from the version before, in a sentence; of the first nothing is.
  changes TEXT NOT NULL,
  -- From when it holds; 0 for what the shop came with.
  effective_ms BIGINT NOT NULL,
  published_ms BIGINT NOT NULL,
  PRIMARY KEY (document, version)
);

-- Who has accepted which, and when.
CREATE TABLE agreement_acceptances (
  member_id BIGINT NOT NULL REFERENCES members (id),
  document TEXT NOT NULL,
  version BIGINT NOT NULL,
  accepted_ms BIGINT NOT NULL,
  PRIMARY KEY (member_id, document, version),
  FOREIGN KEY (document, version) REFERENCES agreement_versions (document, version)
);

INSERT INTO agreement_versions (document, version, body, changes, effective_ms, published_ms) VALUES
('code-of-ethics', 1, 'Kode etik ini berlaku bagi semua anggota toko ini. Toko adalah pengelola situs ini. Anggota adalah siapa pun yang mendaftarkan akun di sini.

## Jujur tentang produk

- Jelaskan manfaat, komposisi, dan harga produk sebagaimana tercantum di toko.
- Jangan menjanjikan kesembuhan atau khasiat yang tidak tertulis pada izin edar produk.
- Jangan mengubah kemasan, isi, atau label produk.

## Jujur tentang penghasilan

- Bonus berasal dari penjualan produk, bukan dari perekrutan.
- Jangan menjanjikan penghasilan tertentu, keuntungan tanpa usaha, atau cepat kaya.
- Bila bercerita tentang bonus sendiri, katakan bahwa hasil setiap orang berbeda.

## Mengajak tanpa memaksa

- Katakan sejak awal siapa Anda dan apa yang Anda tawarkan.
- Hormati orang yang menolak. Jangan menekan, menakut-nakuti, atau meminta siapa pun berutang untuk berbelanja.
- Jangan meminta calon anggota membeli lebih banyak daripada yang dapat dipakai atau dijualnya dalam waktu wajar.
- Ajak hanya orang dewasa yang dapat mengambil keputusan sendiri.

## Adil kepada sesama anggota

- Satu orang memakai satu akun atas namanya sendiri.
- Jangan membujuk anggota lain berpindah leader, dan jangan memakai akun atau nama orang lain.
- Jangan merendahkan anggota, toko, atau perusahaan lain.

## Menjaga data orang lain

Data anggota di jaringan Anda hanya untuk membina jaringan itu. Jangan menyebarkan, menjual, atau memakainya untuk keperluan lain.

## Bila kode etik dilanggar

Laporkan pelanggaran kepada layanan pelanggan. Toko memeriksa laporan, mendengar penjelasan anggota yang dilaporkan, lalu dapat memberi peringatan atau menangguhkan akun. Bonus yang berasal dari pelanggaran dapat dibatalkan.', '', 0, 0),
('terms', 1, 'Syarat dan ketentuan ini mengatur pemakaian toko ini. Toko adalah pengelola situs ini. Dengan mendaftar atau berbelanja, Anda menyetujuinya.

## Akun

- Isi data diri dengan benar dan perbarui bila berubah.
- Jaga password Anda. Kegiatan melalui akun Anda menjadi tanggung jawab Anda, kecuali terjadi karena kesalahan toko.
- Anda dapat berhenti dan menghapus akun kapan saja melalui halaman Akun saya.

## Pesanan dan pembayaran

- Harga, ongkos kirim, potongan, dan BV yang berlaku adalah yang tampil saat pesanan dibuat.
- Pesanan diproses setelah dibayar, atau setelah diterima toko untuk pembayaran di tempat (COD).
- Pesanan yang tidak dibayar sampai batas waktunya dibatalkan otomatis.

## Pengiriman dan pengembalian

Pesanan dikirim ke alamat yang Anda isi. Periksa paket saat diterima. Bila barang rusak atau keliru, ajukan pengembalian melalui halaman pesanan dalam batas hari yang tampil di sana.

## BV dan bonus

- BV dicatat setelah pesanan dibayar, dan dikurangi lagi bila pesanan dikembalikan.
- Bonus dihitung setiap periode menurut rencana kompensasi yang berlaku pada periode itu, dan rinciannya dapat Anda lihat.
- Bonus dibayar ke rekening Anda setelah dipotong pajak menurut peraturan.

## Ulasan

Tulis ulasan yang jujur, sopan, dan berdasarkan pengalaman Anda sendiri. Toko dapat menyembunyikan ulasan yang melanggar hukum atau kode etik.

## Data pribadi

Data Anda dipakai untuk menjalankan keanggotaan, mengirim pesanan, dan membayar bonus. Di halaman Akun saya Anda dapat melihat apa yang disimpan, mengunduhnya, dan menghapus akun.

## Perubahan

Bila ketentuan ini berubah, versi barunya diterbitkan dengan tanggal berlaku, dan Anda diminta menyetujuinya. Versi lama tetap dapat dibaca.

## Hukum yang berlaku

Ketentuan ini tunduk pada hukum Republik Indonesia. Perselisihan diselesaikan dengan musyawarah lebih dahulu, lalu melalui lembaga penyelesaian sengketa konsumen atau pengadilan yang berwenang.', '', 0, 0);
