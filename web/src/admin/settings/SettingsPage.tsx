import { useMemo } from 'react';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Group } from '@/admin/ui/Group';
import { NumberField } from '@/admin/ui/NumberField';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { wholeNumbers } from '@/admin/ui/wholeNumber';
import type { AdminSettings } from '@/api/schema';
import { shop } from '@/shop';
import { SelectField, TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Operation } from './Operation';
import { PlaceField } from '@/admin/components/PlaceField';
import { save } from '@/api/save';
import { Payouts } from './Payouts';
import { Taxes } from './Taxes';
import { VisitorPrices } from './VisitorPrices';
import { Registration } from './Registration';
import { Returns } from './Returns';
import { Security } from './Security';
import { ShopOpen } from './ShopOpen';
import { counts, labels, typed, type Typed } from './form';

const query = adminQuery('/api/admin/settings');

/** Settings that the owner can change, and those that the server was started with. */
function SettingsPage() {
  return (
    <Screen
      title="Pengaturan"
      text="Nama, kontak, dan aturan toko. Perubahan berlaku untuk halaman yang dibuka setelah disimpan."
    >
      <Fetched query={query}>
        {(settings) => (
          <div className="grid items-start gap-6 xl:gap-10 xl:grid-cols-[1fr_22rem]">
            <SettingsForm settings={settings} />
            <div className="grid gap-6">
              <Operation {...settings.operation} />
              <ShopOpen />
            </div>
          </div>
        )}
      </Fetched>
    </Screen>
  );
}

function SettingsForm({ settings }: { settings: AdminSettings }) {
  const initial = useMemo(() => typed(settings), [settings]);
  const draft = useDraft<Typed>({
    name: 'settings',
    initial,
    read: typed,
    save: async (wanted) => {
      const body = {
        ...wanted,
        ...wholeNumbers(wanted, counts),
        shipping_origin_open: !wanted.shipping_origin_chosen,
      };
      const saved = await save('PUT /api/admin/settings', { body }, { keep: query });
      // Updates this tab without reloading the page.
      Object.assign(shop, {
        name: saved.shop_name,
        address: saved.shop_address,
        hours: saved.shop_hours,
        email: saved.shop_email,
        phone: saved.shop_phone,
        whatsapp: saved.shop_whatsapp,
        taxable: saved.taxable === 'yes',
        minimum_binds: saved.minimum_binds,
        registration_later: saved.registration_later,
        more_banks: saved.more_banks,
        plan_a_text: saved.plan_a_text,
        plan_b_text: saved.plan_b_text,
        retail: saved.visitor_prices === 'retail',
      });
      toast('success', 'Pengaturan disimpan.');
    },
  });
  const { tie, change, errors } = draft;
  return (
    <DraftForm draft={draft} labels={labels}>
      <div className="grid gap-6">
        <Group title="Toko dan kontak">
          <TextField label="Nama toko" {...tie('shop_name')} maxLength={60} />
          <TextField label="Jam layanan" {...tie('shop_hours')} maxLength={100} />
          <TextField
            label="Alamat"
            {...tie('shop_address')}
            maxLength={200}
            className="sm:col-span-2"
          />
          <TextField label="Email" type="email" {...tie('shop_email')} maxLength={254} />
          <TextField label="Telepon" type="tel" {...tie('shop_phone')} maxLength={30} />
          <TextField
            label="WhatsApp"
            type="tel"
            {...tie('shop_whatsapp')}
            maxLength={25}
            hint="Nomor ponsel. Yang dikosongkan tidak ditampilkan."
          />
        </Group>
        <Group title="Pengiriman dan stok">
          <div className="sm:col-span-2">
            <PlaceField
              title="Asal pengiriman"
              name="shipping_origin_id"
              label={draft.draft.shipping_origin_label}
              id={draft.draft.shipping_origin_chosen ? draft.draft.shipping_origin_id : null}
              error={errors.shipping_origin_id ?? errors.shipping_origin_label}
              onPick={({ id, label }) =>
                change({
                  shipping_origin_id: id,
                  shipping_origin_label: label,
                  shipping_origin_chosen: true,
                })
              }
            />
          </div>
          <NumberField
            label="Batas stok menipis (pcs)"
            {...tie('low_stock')}
            hint="Produk dengan stok sebanyak ini atau kurang ditandai."
          />
          <Link
            to={adminPaths.shipping()}
            className="inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline sm:col-span-2"
          >
            Kurir, cara kirim toko, gratis ongkir, dan COD
          </Link>
        </Group>
        <Returns draft={draft} />
        <Registration draft={draft} />
        <VisitorPrices draft={draft} />
        <Group title="Pesanan">
          <SelectField
            label="Pemesanan minimal produk"
            {...tie('minimum_binds')}
            onChange={({ target }) => change({ minimum_binds: target.value === 'true' })}
            hint="Bila mengikat, pesanan dengan jumlah lebih sedikit ditolak."
          >
            <option value="false">Hanya saran</option>
            <option value="true">Mengikat</option>
          </SelectField>
          <SelectField
            label="Pesanan COD pertama"
            {...tie('holds_first_cod')}
            onChange={({ target }) => change({ holds_first_cod: target.value === 'true' })}
            hint="Berlaku untuk anggota yang belum pernah membayar pesanan yang sampai."
          >
            <option value="false">Langsung dikemas</option>
            <option value="true">Menunggu persetujuan toko</option>
          </SelectField>
          <NumberField
            label="Pesanan belum dibayar per anggota"
            {...tie('max_unpaid_orders')}
            hint="Yang melebihi batas ini ditolak. 0 berarti tanpa batas."
          />
          <NumberField
            label="Barang belum dibayar per anggota (pcs)"
            {...tie('max_unpaid_pieces')}
            hint="Isi semua pesanannya yang belum dibayar. 0 berarti tanpa batas."
          />
        </Group>
        <Group title="Jaringan dan bonus">
          <SelectField
            label="Data anggota di bawah downline langsung"
            {...tie('downline_contacts')}
          >
            {draft.draft.downline_contacts === 'unchosen' && (
              <option value="unchosen">Belum dipilih: ditampilkan</option>
            )}
            <option value="shown">Leader melihat nama lengkap dan email</option>
            <option value="masked">Nama disingkat, tanpa foto dan kontak</option>
          </SelectField>
          <p className="self-center text-sm text-muted">
            Nama dan email adalah data pribadi. UU No. 27 Tahun 2022 tentang Pelindungan Data
            Pribadi meminta dasar yang sah, misalnya persetujuan anggota, dan tidak lebih banyak
            data daripada yang perlu. Jika Anda memilih nama lengkap dan email, katakan itu di
            kebijakan privasi dan saat mendaftar. Downline langsung selalu terlihat lengkap.
          </p>
        </Group>
        <Payouts draft={draft} banks={settings.bank_choices} />
        <Security draft={draft} />
        <Group title="Data anggota">
          <NumberField
            label="Pesan keluar disimpan (hari)"
            {...tie('message_days')}
            hint="Setelah itu dihapus otomatis. 31 sampai 3.650."
          />
          <NumberField
            label="Pembukuan anggota yang dihapus disimpan (tahun)"
            {...tie('books_years')}
            hint="Nama, rekening, dan NPWP atau NIK pada bonus yang sudah dibayar. Hukum pajak meminta 10. 5 sampai 30."
          />
          <NumberField
            label="Cadangan yang disimpan"
            {...tie('backups_kept')}
            hint="Satu dibuat setiap hari setelah pukul 02.00 WIB; yang terlama dihapus. 0: tidak ada yang dibuat sendiri. Paling banyak 60."
          />
        </Group>
        <Taxes draft={draft} />
      </div>
    </DraftForm>
  );
}

export { SettingsPage as Component };
