//! Table of the data stored about members: the columns of each table, their descriptions, and their treatment.

use futures_util::stream::BoxStream;
use ksmart_foundation::{db::Conn, ids::MemberId};
use sqlx::{any::AnyRow, query};

/// A table with rows about a member.
pub struct PersonalTable {
    /// Name of the table.
    pub table: &'static str,
    /// Description of its rows, in Indonesian.
    pub title: &'static str,
    /// Query that returns the rows about the member `$1`; columns ending with `_pada` are times.
    pub rows: &'static str,
    /// Columns without information about the member: keys, search texts, and secrets.
    pub left_out: &'static [&'static str],
}

impl PersonalTable {
    /// Streams the rows about a member.
    pub fn of<'c>(&self, conn: &'c mut Conn, member: MemberId) -> BoxStream<'c, sqlx::Result<AnyRow>> {
        query(self.rows).bind(member).fetch(conn)
    }
}

/// Data stored for one purpose, described in Indonesian.
pub struct Group {
    /// Group title.
    pub title: &'static str,
    /// Data kept.
    pub what: &'static str,
    /// Reason for storing them.
    pub why: &'static str,
    /// Storage time; `{message_days}` and `{books_years}` are the shop's settings.
    pub how_long: &'static str,
    /// People who may see the data.
    pub receivers: &'static str,
    /// Treatment of the data when the account is erased.
    pub erased: &'static str,
    /// Tables with the data.
    pub tables: &'static [PersonalTable],
}

/// All data stored about members.
pub const GROUPS: &[Group] = &[
    Group {
        title: "Akun dan profil",
        what: "Nama, email, nomor HP, alamat, jenis kelamin, tanggal lahir, foto, rekening bank, NPWP atau NIK, dan catatan pengelola tentang Anda.",
        why: "Untuk menjalankan keanggotaan, mengirim pesanan, dan membayar bonus Anda, serta memeriksa apakah satu orang \
              memakai beberapa akun.",
        how_long: "Selama akun Anda ada.",
        receivers: "Pengelola toko sesuai tugasnya; leader Anda melihat nama dan kontak sesuai setelan toko.",
        erased: "Dihapus. Nomor anggota tetap dengan nama “Mantan anggota”. NPWP atau NIK disimpan {books_years} tahun bila \
                 pernah ada bonus yang dibayar.",
        tables: &[
            PersonalTable {
                table: "members",
                title: "Akun",
                rows: "SELECT m.uid AS nomor_anggota, m.name AS nama, m.email, m.phone AS nomor_hp, m.address AS alamat,
                              m.gender AS jenis_kelamin, m.birth_date AS tanggal_lahir, m.picture AS foto, m.bank,
                              m.bank_account AS rekening, m.bank_changed_ms AS rekening_diganti_pada,
                              m.bank_failed_ms AS transfer_gagal_pada,
                              m.tax_number AS npwp_atau_nik, m.tax_number_state AS keadaan_npwp_atau_nik,
                              p.name AS plan, m.plan_id AS nomor_plan, m.role AS peran, m.created_ms AS bergabung_pada,
                              m.suspended_ms AS ditangguhkan_pada, m.email_unverified_ms AS email_belum_terbukti_pada, l.uid AS nomor_leader
                       FROM members m JOIN plans p ON p.id = m.plan_id LEFT JOIN members l ON l.id = m.leader_id
                       WHERE m.id = $1",
                left_out: &[
                    "id", "password_hash", "leader_id", "search_text", "contact_text", "short_text", "sessions_from_ms", "erased_ms",
                ],
            },
            PersonalTable {
                table: "bank_account_changes",
                title: "Pergantian rekening",
                rows: "SELECT changed_ms AS diganti_pada, bank_before AS bank_lama, bank_account_before AS rekening_lama,
                              bank, bank_account AS rekening
                       FROM bank_account_changes WHERE member_id = $1 ORDER BY id",
                left_out: &["id", "member_id"],
            },
            PersonalTable {
                table: "heirs",
                title: "Ahli waris yang Anda sebutkan",
                rows: "SELECT h.name AS nama, h.relation AS hubungan, h.phone AS nomor_hp, h.share_percent AS bagian_persen
                       FROM heirs h WHERE h.member_id = $1 ORDER BY h.position",
                left_out: &["member_id", "position"],
            },
            PersonalTable {
                table: "member_notes",
                title: "Catatan pengelola tentang anggota",
                rows: "SELECT n.at_ms AS ditulis_pada, n.body AS catatan
                       FROM member_notes n WHERE n.member_id = $1 ORDER BY n.id",
                left_out: &["id", "member_id", "author_id"],
            },
            PersonalTable {
                table: "member_tags",
                title: "Tanda pengelola pada anggota",
                rows: "SELECT t.tag AS tanda FROM member_tags t WHERE t.member_id = $1 ORDER BY t.tag",
                left_out: &["member_id"],
            },
        ],
    },
    Group {
        title: "Persetujuan",
        what: "Versi kode etik serta syarat dan ketentuan yang Anda setujui, dan kapan.",
        why: "Untuk menunjukkan aturan mana yang berlaku antara Anda dan toko.",
        how_long: "Seterusnya, karena bonus dan pesanan dinilai menurut aturan yang berlaku saat itu.",
        receivers: "Tidak ada.",
        erased: "Tetap ada di bawah nomor anggota, tanpa nama.",
        tables: &[PersonalTable {
            table: "agreement_acceptances",
            title: "Dokumen yang disetujui",
            rows: "SELECT a.document AS dokumen, a.version AS versi, a.accepted_ms AS disetujui_pada
                   FROM agreement_acceptances a WHERE a.member_id = $1 ORDER BY a.document, a.version",
            left_out: &["member_id"],
        }],
    },
    Group {
        title: "Login dan perangkat",
        what: "Kapan, dari perangkat dan alamat internet mana Anda login, dan kapan pengelola toko melihat akun Anda.",
        why: "Untuk menjaga keamanan akun Anda.",
        how_long: "Login dan kapan akun Anda dilihat 91 hari, perangkat yang dikenal 400 hari sejak terakhir dipakai, percobaan login yang gagal 10 menit.",
        receivers: "Anda sendiri; pengelola toko hanya untuk sesama pengelola.",
        erased: "Dihapus.",
        tables: &[
            PersonalTable {
                table: "sessions",
                title: "Login",
                rows: "SELECT created_ms AS login_pada, last_seen_ms AS terakhir_dipakai_pada, ended_ms AS berakhir_pada,
                              user_agent AS perangkat, address AS alamat_internet
                       FROM sessions WHERE member_id = $1 ORDER BY last_seen_ms",
                left_out: &["id", "member_id", "since_ms"],
            },
            PersonalTable {
                table: "member_views",
                title: "Akun dilihat oleh pengelola toko",
                rows: "SELECT v.begun_ms AS dibuka_pada, v.until_ms AS paling_lama_sampai_pada, v.ended_ms AS ditutup_pada
                       FROM member_views v WHERE v.member_id = $1 ORDER BY v.begun_ms",
                left_out: &["id", "member_id", "viewer_id", "session_id", "code_hash", "told"],
            },
            PersonalTable {
                table: "known_devices",
                title: "Perangkat yang dikenal",
                rows: "SELECT last_login_ms AS terakhir_login_pada FROM known_devices WHERE member_id = $1",
                left_out: &["member_id", "token_hash"],
            },
            PersonalTable {
                table: "password_links",
                title: "Tautan ganti password",
                rows: "SELECT expires_ms AS berlaku_sampai_pada FROM password_links WHERE member_id = $1",
                left_out: &["member_id", "token_hash", "proves_address", "since_ms"],
            },
            PersonalTable {
                table: "email_links",
                title: "Tautan bukti email",
                rows: "SELECT email, expires_ms AS berlaku_sampai_pada FROM email_links WHERE member_id = $1",
                left_out: &["member_id", "token_hash", "session_id", "since_ms"],
            },
            PersonalTable {
                table: "totp_factors",
                title: "Aplikasi kode",
                rows: "SELECT created_ms AS dipasang_pada, proven_ms AS terbukti_pada FROM totp_factors WHERE member_id = $1",
                left_out: &["member_id", "secret", "last_step"],
            },
            PersonalTable {
                table: "passkeys",
                title: "Passkey",
                rows: "SELECT name AS nama, created_ms AS dipasang_pada, used_ms AS terakhir_dipakai_pada
                       FROM passkeys WHERE member_id = $1 ORDER BY id",
                left_out: &["id", "member_id", "credential_id", "credential"],
            },
            PersonalTable {
                table: "credential_resets",
                title: "Akses yang diatur ulang",
                rows: "SELECT at_ms AS terjadi_pada FROM credential_resets WHERE member_id = $1",
                left_out: &["member_id"],
            },
        ],
    },
    Group {
        title: "Belanja yang belum dipesan",
        what: "Isi keranjang, favorit, dan checkout yang belum selesai.",
        why: "Agar Anda dapat melanjutkan belanja di perangkat mana pun.",
        how_long: "Sampai Anda menghapus atau memesannya; checkout yang belum selesai 30 hari.",
        receivers: "Tidak ada.",
        erased: "Dihapus.",
        tables: &[
            PersonalTable {
                table: "cart_lines",
                title: "Keranjang",
                rows: "SELECT p.name AS produk, c.product_id AS nomor_produk, c.variant AS varian, c.quantity AS jumlah,
                              c.created_ms AS dimasukkan_pada
                       FROM cart_lines c JOIN products p ON p.id = c.product_id WHERE c.member_id = $1 ORDER BY c.id",
                left_out: &["id", "member_id"],
            },
            PersonalTable {
                table: "wishlist_items",
                title: "Favorit",
                rows: "SELECT p.name AS produk, w.product_id AS nomor_produk, w.created_ms AS dipilih_pada
                       FROM wishlist_items w JOIN products p ON p.id = w.product_id WHERE w.member_id = $1 ORDER BY w.id",
                left_out: &["id", "member_id"],
            },
            PersonalTable {
                table: "checkout_drafts",
                title: "Checkout yang belum selesai",
                rows: "SELECT products AS produk, updated_ms AS diubah_pada FROM checkout_drafts
                       WHERE member_id = $1 ORDER BY updated_ms",
                left_out: &["token", "member_id"],
            },
        ],
    },
    Group {
        title: "Pesanan, pembayaran, dan pengiriman",
        what: "Apa yang Anda pesan, siapa yang menerima dan di mana, cara membayar, perjalanan paketnya, dan catatan \
               pengelola tentang pesanan itu.",
        why: "Untuk memenuhi pesanan Anda, dan karena pembukuan wajib disimpan.",
        how_long: "Selama akun Anda ada; angka pembukuan seterusnya. Catatan perjalanan paket satu hari setelah terakhir ditanyakan.",
        receivers: "Pengelola pesanan, penyedia pembayaran (Midtrans), dan kurir (lewat Komerce).",
        erased: "Penerima, nomor HP, email, alamat, alasan Anda, catatan pengelola, pengirim dan bukti transfer, dan perjalanan paket dihapus. Nomor, barang, dan jumlah uang \
                 tetap ada tanpa nama.",
        tables: &[
            PersonalTable {
                table: "orders",
                title: "Pesanan",
                rows: "SELECT o.number AS nomor, o.created_ms AS dipesan_pada, o.payment_method AS cara_bayar,
                              o.payment_status AS pembayaran, o.shipment_status AS pengiriman,
                              o.receiver_name AS penerima, o.receiver_phone AS nomor_hp_penerima,
                              o.receiver_email AS email_penerima, o.receiver_address AS alamat_penerima,
                              o.destination_id AS nomor_tujuan, o.city AS kota, o.province AS provinsi,
                              o.shipping_method AS kurir, o.tracking_number AS resi,
                              o.voucher_code AS voucher, o.discount_percent AS diskon_persen,
                              o.discount_amount_rp AS potongan_rp, o.discount_most_rp AS potongan_maksimal_rp, o.subtotal_rp,
                              o.discount_rp AS diskon_rp, o.shipping_cost_rp AS ongkir_rp,
                              o.shipping_discount_rp AS potongan_ongkir_rp, o.shipping_borne_rp AS selisih_ongkir_rp, o.total_rp, o.bv,
                              o.charged_rp AS dibayar_di_penyedia_rp,
                              o.plan_id AS nomor_plan, o.period_id AS nomor_periode, o.expires_ms AS batas_bayar_pada,
                              o.trial AS percobaan, o.taxable AS termasuk_ppn, o.held AS menunggu_persetujuan
                       FROM orders o WHERE o.member_id = $1 ORDER BY o.created_ms, o.id",
                left_out: &["id", "member_id", "checkout_token", "contents", "voucher_id", "payment_url", "search_text",
                            "address_version"],
            },
            PersonalTable {
                table: "order_lines",
                title: "Isi pesanan",
                rows: "SELECT o.number AS pesanan, l.name AS produk, l.product_id AS nomor_produk, l.variant AS varian,
                              l.price_rp AS harga_rp, l.bv, l.quantity AS jumlah, l.excluded AS di_luar_voucher
                       FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.member_id = $1 ORDER BY l.id",
                left_out: &["id", "order_id", "picture", "variant_id"],
            },
            PersonalTable {
                table: "order_moves",
                title: "Perjalanan pesanan",
                rows: "SELECT o.number AS pesanan, v.at_ms AS terjadi_pada, v.event AS kejadian, v.actor AS oleh,
                              v.reason AS alasan
                       FROM orders o JOIN order_moves v ON v.order_id = o.id WHERE o.member_id = $1 ORDER BY v.id",
                left_out: &["id", "order_id", "member_id"],
            },
            PersonalTable {
                table: "order_notes",
                title: "Catatan pengelola tentang pesanan",
                rows: "SELECT o.number AS pesanan, n.at_ms AS ditulis_pada, n.body AS catatan
                       FROM orders o JOIN order_notes n ON n.order_id = o.id WHERE o.member_id = $1 ORDER BY n.id",
                left_out: &["id", "order_id", "author_id"],
            },
            PersonalTable {
                table: "order_tags",
                title: "Tanda pengelola pada pesanan",
                rows: "SELECT o.number AS pesanan, t.tag AS tanda
                       FROM orders o JOIN order_tags t ON t.order_id = o.id WHERE o.member_id = $1 ORDER BY o.id, t.tag",
                left_out: &["order_id"],
            },
            PersonalTable {
                table: "payments",
                title: "Pembayaran di penyedia",
                rows: "SELECT o.number AS pesanan, p.number AS nomor_pembayaran, p.denied_ms AS ditolak_pada,
                              p.sandbox_paid_ms AS dibayar_di_sandbox_pada
                       FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.member_id = $1 ORDER BY o.id",
                left_out: &["order_id", "opening_until_ms", "next_check_ms", "failures", "refund_asked_ms"],
            },
            PersonalTable {
                table: "payment_attempts",
                title: "Nomor pembayaran di penyedia",
                rows: "SELECT o.number AS pesanan, a.number AS nomor_pembayaran
                       FROM orders o JOIN payment_attempts a ON a.order_id = o.id
                       WHERE o.member_id = $1 ORDER BY o.id, a.position",
                left_out: &["order_id", "position"],
            },
            PersonalTable {
                table: "order_transfers",
                title: "Transfer ke rekening toko",
                rows: "SELECT o.number AS pesanan, t.paid_ms AS ditransfer_pada, t.amount_rp AS jumlah_rp, t.bank,
                              t.sender AS pengirim, t.proof_picture AS bukti, t.received_ms AS dicatat_pada
                       FROM orders o JOIN order_transfers t ON t.order_id = o.id WHERE o.member_id = $1 ORDER BY o.id",
                left_out: &["order_id", "received_by"],
            },
            PersonalTable {
                table: "manual_refunds",
                title: "Pengembalian dana yang menunggu persetujuan",
                rows: "SELECT o.number AS pesanan, r.amount_rp AS jumlah_rp, r.reason AS alasan, r.prepared_ms AS disiapkan_pada
                       FROM orders o JOIN manual_refunds r ON r.order_id = o.id WHERE o.member_id = $1 ORDER BY o.id",
                left_out: &["order_id", "prepared_by"],
            },
            PersonalTable {
                table: "payment_problems",
                title: "Masalah pembayaran",
                rows: "SELECT o.number AS pesanan, x.kind AS masalah, x.amount_rp AS jumlah_rp, x.note AS catatan,
                              x.found_ms AS ditemukan_pada, x.solved_ms AS selesai_pada, x.solution AS penyelesaian
                       FROM orders o JOIN payment_problems x ON x.order_id = o.id WHERE o.member_id = $1 ORDER BY x.id",
                left_out: &["id", "order_id", "next_try_ms", "tries", "solved_by"],
            },
            PersonalTable {
                table: "money_entries",
                title: "Uang masuk dan kembali",
                rows: "SELECT o.number AS pesanan, e.kind AS jenis, e.channel AS saluran, e.amount_rp AS jumlah_rp,
                              e.period_id AS nomor_periode, e.at_ms AS terjadi_pada
                       FROM orders o JOIN money_entries e ON e.order_id = o.id WHERE o.member_id = $1 ORDER BY e.id",
                left_out: &["id", "order_id"],
            },
            PersonalTable {
                table: "voucher_uses",
                title: "Voucher yang dipakai",
                rows: "SELECT o.number AS pesanan, v.code AS voucher
                       FROM orders o JOIN voucher_uses u ON u.order_id = o.id JOIN vouchers v ON v.id = u.voucher_id
                       WHERE o.member_id = $1 ORDER BY o.id",
                left_out: &["order_id", "voucher_id", "member_id"],
            },
            PersonalTable {
                table: "voucher_members",
                title: "Voucher yang diberikan kepada Anda",
                rows: "SELECT v.code AS voucher, v.title AS judul
                       FROM voucher_members g JOIN vouchers v ON v.id = g.voucher_id
                       WHERE g.member_id = $1 ORDER BY v.id",
                left_out: &["voucher_id", "member_id"],
            },
            PersonalTable {
                table: "shipping_histories",
                title: "Perjalanan paket",
                rows: "SELECT o.number AS pesanan, h.resi, h.history AS perjalanan, h.fetched_ms AS ditanyakan_pada
                       FROM orders o JOIN shipping_histories h ON h.order_id = o.id WHERE o.member_id = $1 ORDER BY o.id",
                left_out: &["order_id"],
            },
        ],
    },
    Group {
        title: "Pengembalian",
        what: "Apa yang Anda kembalikan, alasan, foto, dan rekening pengembalian dana.",
        why: "Untuk menilai dan menyelesaikan pengembalian Anda.",
        how_long: "Selama akun Anda ada; bukti transfer {books_years} tahun.",
        receivers: "Pengelola pesanan dan keuangan.",
        erased: "Alasan, foto, dan rekening dihapus; rekening dari transfer yang sudah dilakukan disimpan {books_years} tahun.",
        tables: &[
            PersonalTable {
                table: "returns",
                title: "Pengembalian",
                rows: "SELECT r.number AS nomor, o.number AS pesanan, r.kind AS jenis, r.state AS keadaan,
                              r.reason AS alasan, r.note AS catatan, r.deduction_percent AS potongan_persen, r.keeps_shipping AS ongkir_tidak_kembali,
                              r.goods_rp AS barang_rp, r.discount_rp AS diskon_rp, r.shipping_rp AS ongkir_rp,
                              r.deduction_rp AS potongan_rp, r.refund_rp AS dikembalikan_rp, r.points AS poin,
                              r.asked_ms AS diminta_pada, r.refunded_ms AS dana_kembali_pada, r.bank,
                              r.bank_account AS rekening, r.account_name AS atas_nama, r.reference AS bukti_transfer,
                              r.approved_ms AS transfer_disetujui_pada, r.replacement_resi AS resi_pengganti,
                              r.refused_reason AS alasan_penolakan
                       FROM orders o JOIN returns r ON r.order_id = o.id WHERE o.member_id = $1 ORDER BY r.id",
                left_out: &[
                    "id", "order_id", "refund_by", "refund_asked_ms", "next_try_ms", "tries", "channel_refused_ms",
                    "prepared_by", "prepared_ms", "approved_by", "version",
                ],
            },
            PersonalTable {
                table: "return_lines",
                title: "Barang yang dikembalikan",
                rows: "SELECT r.number AS pengembalian, w.name AS produk, l.quantity AS jumlah, l.saleable AS layak_jual,
                              l.damaged AS rusak
                       FROM orders o JOIN returns r ON r.order_id = o.id JOIN return_lines l ON l.return_id = r.id
                       JOIN order_lines w ON w.id = l.line_id WHERE o.member_id = $1 ORDER BY l.id",
                left_out: &["id", "return_id", "line_id"],
            },
            PersonalTable {
                table: "return_pictures",
                title: "Foto pengembalian",
                rows: "SELECT r.number AS pengembalian, p.picture AS foto
                       FROM orders o JOIN returns r ON r.order_id = o.id JOIN return_pictures p ON p.return_id = r.id
                       WHERE o.member_id = $1 ORDER BY p.id",
                left_out: &["id", "return_id"],
            },
            PersonalTable {
                table: "return_moves",
                title: "Langkah pengembalian",
                rows: "SELECT r.number AS pengembalian, v.at_ms AS terjadi_pada, v.event AS kejadian, v.actor AS oleh,
                              v.reason AS alasan
                       FROM orders o JOIN returns r ON r.order_id = o.id JOIN return_moves v ON v.return_id = r.id
                       WHERE o.member_id = $1 ORDER BY v.id",
                left_out: &["id", "return_id", "member_id"],
            },
        ],
    },
    Group {
        title: "Ulasan",
        what: "Bintang dan komentar Anda tentang produk.",
        why: "Untuk membantu pembeli lain.",
        how_long: "Sampai dihapus pengelola toko.",
        receivers: "Siapa pun yang membuka toko.",
        erased: "Tetap tampil tanpa nama Anda.",
        tables: &[PersonalTable {
            table: "reviews",
            title: "Ulasan",
            rows: "SELECT p.name AS produk, r.product_id AS nomor_produk, r.rating AS bintang, r.comment AS komentar,
                          r.created_ms AS ditulis_pada, r.hidden_ms AS disembunyikan_pada,
                          r.hidden_reason AS alasan_disembunyikan, r.answer AS jawaban_toko,
                          r.answered_ms AS dijawab_pada
                   FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.member_id = $1 ORDER BY r.id",
            left_out: &["id", "order_id", "member_id"],
        }],
    },
    Group {
        title: "Pertanyaan",
        what: "Pertanyaan Anda tentang produk, dan jawaban toko.",
        why: "Untuk menjawab Anda dan pembeli lain.",
        how_long: "Seterusnya, selama produknya ada.",
        receivers: "Pengelola katalog; setelah dijawab, siapa pun yang membuka toko.",
        erased: "Tetap tampil tanpa nama Anda.",
        tables: &[PersonalTable {
            table: "questions",
            title: "Pertanyaan",
            rows: "SELECT p.name AS produk, q.product_id AS nomor_produk, q.question AS pertanyaan,
                          q.created_ms AS ditulis_pada, q.answer AS jawaban_toko, q.answered_ms AS dijawab_pada,
                          q.hidden_ms AS disembunyikan_pada, q.hidden_reason AS alasan_disembunyikan
                   FROM questions q JOIN products p ON p.id = q.product_id WHERE q.member_id = $1 ORDER BY q.id",
            left_out: &["id", "member_id"],
        }],
    },
    Group {
        title: "Jaringan dan BV",
        what: "Leader Anda, jumlah anggota di bawah Anda, poin, pembagian poin, dan peringkat.",
        why: "Untuk menghitung bonus Anda dan jaringan Anda.",
        how_long: "Seterusnya, karena perhitungan bonus harus dapat diperiksa kembali.",
        receivers: "Pengelola keuangan; leader di atas Anda melihat poin Anda.",
        erased: "Tetap ada di bawah nomor anggota, tanpa nama.",
        tables: &[
            PersonalTable {
                table: "downline_counts",
                title: "Jumlah downline",
                rows: "SELECT members AS anggota, directs AS anggota_langsung FROM downline_counts WHERE member_id = $1",
                left_out: &["member_id"],
            },
            PersonalTable {
                table: "leader_changes",
                title: "Pergantian leader",
                rows: "SELECT c.at_ms AS diganti_pada, f.uid AS leader_lama, t.uid AS leader_baru, c.reason AS alasan
                       FROM leader_changes c LEFT JOIN members f ON f.id = c.from_id LEFT JOIN members t ON t.id = c.to_id
                       WHERE c.member_id = $1 ORDER BY c.id",
                left_out: &["id", "member_id", "from_id", "to_id", "by_id"],
            },
            PersonalTable {
                table: "bv_entries",
                title: "Poin",
                rows: "SELECT p.name AS periode, e.period_id AS nomor_periode, o.number AS pesanan, e.kind AS jenis,
                              e.plan_id AS nomor_plan, e.points AS poin, e.sales_rp AS penjualan_rp,
                              e.posted_ms AS dicatat_pada, e.from_period_id AS dari_periode
                       FROM bv_entries e JOIN bv_periods p ON p.id = e.period_id LEFT JOIN orders o ON o.id = e.order_id
                       WHERE e.member_id = $1 ORDER BY e.posted_ms, e.id",
                left_out: &["id", "order_id", "return_id", "member_id"],
            },
            PersonalTable {
                table: "bv_totals",
                title: "Jumlah poin tiap plan",
                rows: "SELECT t.period_id AS nomor_periode, t.plan_id AS nomor_plan, t.personal_points AS poin_sendiri,
                              t.group_points AS poin_grup
                       FROM bv_totals t WHERE t.member_id = $1 ORDER BY t.period_id, t.plan_id",
                left_out: &["member_id"],
            },
            PersonalTable {
                table: "bv_personal_totals",
                title: "Jumlah poin sendiri",
                rows: "SELECT t.period_id AS nomor_periode, t.points AS poin
                       FROM bv_personal_totals t WHERE t.member_id = $1 ORDER BY t.period_id",
                left_out: &["member_id"],
            },
            PersonalTable {
                table: "bv_allocations",
                title: "Pembagian poin",
                rows: "SELECT a.period_id AS nomor_periode, a.chosen_a AS pilihan_a, a.chosen_b AS pilihan_b, a.plan_a,
                              a.plan_b
                       FROM bv_allocations a WHERE a.member_id = $1 ORDER BY a.period_id",
                left_out: &["member_id"],
            },
            PersonalTable {
                table: "member_ranks",
                title: "Peringkat",
                rows: "SELECT p.name AS periode, r.period_id AS nomor_periode, r.rank AS peringkat
                       FROM bv_periods p JOIN member_ranks r ON r.period_id = p.id AND r.member_id = $1 ORDER BY p.id",
                left_out: &["member_id"],
            },
        ],
    },
    Group {
        title: "Bonus, pembayaran bonus, dan pajak",
        what: "Bonus dengan rinciannya, rekening yang dibayar, dan pajak yang dipotong.",
        why: "Untuk membayar bonus Anda, dan karena hukum pajak dan pembukuan mewajibkannya.",
        how_long: "Angkanya seterusnya; nama, rekening, dan NPWP atau NIK {books_years} tahun setelah pembayaran terakhir.",
        receivers: "Pengelola keuangan, bank, dan kantor pajak.",
        erased: "Angka tetap ada tanpa nama. Nama dan rekening pada bonus yang sudah dibayar disimpan {books_years} tahun, lalu \
                 dihapus otomatis.",
        tables: &[
            PersonalTable {
                table: "bonuses",
                title: "Bonus",
                rows: "SELECT p.name AS periode, b.period_id AS nomor_periode, b.compensation_plan_id AS nomor_rencana,
                              b.downline_points AS poin_downline, b.bonus_rp, b.uncapped_rp AS sebelum_batas_rp,
                              b.components AS komponen, b.paid_ms AS dibayar_pada
                       FROM bonuses b JOIN bv_periods p ON p.id = b.period_id WHERE b.member_id = $1 ORDER BY b.id",
                left_out: &["id", "member_id", "proof_picture"],
            },
            PersonalTable {
                table: "bonus_lines",
                title: "Rincian bonus",
                rows: "SELECT b.period_id AS nomor_periode, l.component AS komponen, l.depth AS tingkat, l.points AS poin,
                              l.rate AS tarif, l.amount_rp AS jumlah_rp
                       FROM bonuses b JOIN bonus_lines l ON l.bonus_id = b.id WHERE b.member_id = $1",
                // The source of the points is data of another member.
                left_out: &["id", "bonus_id", "source_member_id"],
            },
            PersonalTable {
                table: "bonus_skips",
                title: "Poin yang terlewat",
                rows: "SELECT s.period_id AS nomor_periode, s.components AS komponen
                       FROM bonus_skips s WHERE s.member_id = $1 ORDER BY s.period_id",
                left_out: &["member_id"],
            },
            PersonalTable {
                table: "payout_items",
                title: "Pembayaran bonus",
                rows: "SELECT n.period_id AS nomor_periode, b.state AS keadaan, b.paid_ms AS dibayar_pada,
                              i.gross_rp AS bruto_rp, i.tax_rp AS pajak_rp, i.net_rp AS bersih_rp, i.bank,
                              i.bank_account AS rekening, i.name AS atas_nama, i.cancelled_ms AS dibatalkan_pada,
                              i.failure AS transfer_gagal_karena, i.left_out_reason AS dikeluarkan_karena
                       FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id JOIN bonuses n ON n.id = i.bonus_id
                       WHERE i.member_id = $1 ORDER BY i.id",
                left_out: &["id", "batch_id", "bonus_id", "member_id", "search_text"],
            },
            PersonalTable {
                table: "tax_slip_numbers",
                title: "Bukti potong pajak",
                rows: "SELECT n.number AS nomor, n.tax_month AS bulan_pajak
                       FROM tax_slip_numbers n WHERE n.member_id = $1 ORDER BY n.number",
                left_out: &["member_id"],
            },
        ],
    },
    Group {
        title: "Pesan dan pemberitahuan",
        what: "Apa yang dikabarkan kepada Anda, pilihan pemberitahuan, dan browser yang menampilkannya.",
        why: "Untuk mengabarkan hal penting tentang pesanan, bonus, dan keamanan akun.",
        how_long: "Pesan {message_days} hari; pilihan dan browser sampai Anda mengubahnya.",
        receivers: "Layanan email, WhatsApp, dan pemberitahuan browser yang mengirimkannya.",
        erased: "Dihapus.",
        tables: &[
            PersonalTable {
                table: "outbox_messages",
                title: "Pesan",
                // A link that grants access must appear only in its own message.
                rows: "SELECT m.kind AS jenis, m.created_ms AS dibuat_pada, m.address AS alamat_email,
                              CASE WHEN m.payload LIKE '%\"link\"%' THEN '' ELSE m.payload END AS isi
                       FROM outbox_messages m WHERE m.member_id = $1 ORDER BY m.id",
                left_out: &["id", "dedup_key", "member_id", "payload", "expires_ms", "spread_ms"],
            },
            PersonalTable {
                table: "outbox_deliveries",
                title: "Pengiriman pesan",
                rows: "SELECT d.kind AS jenis, d.channel AS saluran, d.state AS keadaan, d.tries AS percobaan,
                              d.settled_ms AS selesai_pada
                       FROM outbox_messages m JOIN outbox_deliveries d ON d.message_id = m.id
                       WHERE m.member_id = $1 ORDER BY d.id",
                left_out: &["id", "message_id", "queue", "member_id", "target_id", "expires_ms", "error"],
            },
            PersonalTable {
                table: "outbox_refusals",
                title: "Pemberitahuan yang dimatikan",
                rows: "SELECT r.kind AS jenis, r.channel AS saluran FROM outbox_refusals r WHERE r.member_id = $1",
                left_out: &["member_id"],
            },
            PersonalTable {
                table: "push_subscriptions",
                title: "Browser yang menampilkan pemberitahuan",
                rows: "SELECT s.endpoint AS layanan, s.created_ms AS didaftarkan_pada
                       FROM push_subscriptions s WHERE s.member_id = $1 ORDER BY s.id",
                left_out: &["id", "member_id", "p256dh", "auth"],
            },
            PersonalTable {
                table: "order_views",
                title: "Saringan pesanan yang disimpan (pengelola)",
                rows: "SELECT v.name AS nama, v.query AS saringan FROM order_views v WHERE v.member_id = $1 ORDER BY v.id",
                left_out: &["id", "member_id"],
            },
        ],
    },
    Group {
        title: "Catatan pengelola tentang akun",
        what: "Apa yang diubah pengelola toko pada akun Anda, kapan, dan mengapa.",
        why: "Agar perubahan dapat dipertanggungjawabkan.",
        how_long: "Seterusnya.",
        receivers: "Pemilik toko.",
        erased: "Isi perubahan dihapus; yang tetap adalah kapan dan siapa yang mengubah.",
        tables: &[PersonalTable {
            table: "audit_entries",
            title: "Perubahan pada akun",
            rows: "SELECT e.at_ms AS diubah_pada, e.action AS tindakan, e.before AS sebelumnya, e.after AS sesudahnya
                   FROM members m JOIN audit_entries e ON e.subject = 'member' AND e.subject_key = m.uid
                   WHERE m.id = $1 ORDER BY e.id",
            left_out: &["id", "actor_id", "subject", "subject_key", "search_text"],
        }],
    },
];
