/** Names of the kinds of messages and of their channels. */
import type { MessageChannel, MessageKind } from '@/api/schema';

/** Name of each kind. */
export const kindNames: Record<MessageKind, string> = {
  order_placed: 'Pesanan diterima',
  order_paid: 'Pesanan dibayar',
  order_address_changed: 'Alamat pesanan diperbaiki',
  order_shipped: 'Pesanan dikirim',
  order_delivered: 'Pesanan sampai',
  order_cancelled: 'Pesanan dibatalkan',
  order_refunded: 'Dana dikembalikan',
  return_moved: 'Kabar pengembalian',
  bonus_calculated: 'Bonus dihitung',
  bonus_paid: 'Bonus dibayar',
  bonus_failed: 'Transfer bonus gagal',
  review_answered: 'Ulasan dijawab',
  question_answered: 'Pertanyaan dijawab',
  code_of_ethics_published: 'Kode etik baru',
  terms_published: 'Ketentuan baru',
  email_verification: 'Verifikasi email',
  password_reset: 'Lupa kata sandi',
  account_created: 'Akun dibuatkan',
  admin_invitation: 'Undangan pengelola',
  new_session: 'Login baru',
  email_changed: 'Email diganti',
  password_changed: 'Kata sandi diganti',
  bank_account_changed: 'Rekening diganti',
  account_viewed: 'Akun dilihat pengelola',
  profile_corrected: 'Data akun diperbaiki',
  low_stock: 'Stok menipis',
  payment_problem: 'Masalah pembayaran',
  new_review: 'Ulasan baru',
  new_question: 'Pertanyaan baru',
  job_failed: 'Pekerjaan toko gagal',
  webhook_test: 'Kirim uji',
};

/** Name of each channel. */
export const channelNames: Record<MessageChannel, string> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  push: 'Aplikasi',
  webhook: 'Webhook',
};
