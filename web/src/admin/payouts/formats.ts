/** Transfer files in the formats of a shop's banks: their options and columns. */
import type { BankFileColumn, BankFileFormat } from '@/api/schema';

/** Labels for the data that the cells of a column can contain. */
export const cells: Record<BankFileColumn['cells'], string> = {
  number: 'Nomor urut',
  account: 'Nomor rekening',
  name: 'Nama penerima',
  amount: 'Jumlah (1250000)',
  amount_decimals: 'Jumlah dengan sen (1250000.00)',
  reference: 'Berita transfer',
  bank: 'Nama bank',
  bank_code: 'Kode bank',
  bic: 'BIC',
  date: 'Tanggal berkas (2026-11-25)',
  date_digits: 'Tanggal berkas (20261125)',
  date_slashes: 'Tanggal berkas (25/11/2026)',
  uid: 'ID anggota',
  text: 'Teks tetap',
};

/** Labels for the separators between cells. */
export const separators: Record<BankFileFormat['separator'], string> = {
  comma: 'Koma ,',
  semicolon: 'Titik koma ;',
  tab: 'Tab',
  pipe: 'Garis tegak |',
};

/** Labels for the transfers that a file contains, by the receiving bank. */
export const ofBanks: Record<BankFileFormat['banks'], string> = {
  all: 'Semua bank',
  only: 'Hanya bank ini',
  except: 'Semua selain bank ini',
};

/** Maximum number of formats of a shop, and of columns in one. */
export const mostFormats = 20;
export const mostColumns = 30;

/** Initial values of a new format. */
export const newFormat: BankFileFormat = {
  name: '',
  separator: 'comma',
  has_header: true,
  has_mark: false,
  banks: 'all',
  bank: '',
  columns: [
    { title: 'Nomor rekening', cells: 'account', text: '' },
    { title: 'Nama', cells: 'name', text: '' },
    { title: 'Jumlah', cells: 'amount', text: '' },
    { title: 'Berita', cells: 'reference', text: '' },
  ],
};
