import { useMemo } from 'react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Group } from '@/admin/ui/Group';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { UploadField } from '@/admin/ui/UploadField';
import { useDraft } from '@/admin/ui/useDraft';
import type { AdminBrand } from '@/api/schema';
import { save } from '@/api/save';
import { shop } from '@/shop';
import { TextAreaField, TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { AccentField } from './AccentField';

type Typed = Omit<AdminBrand, 'shop_name' | 'logo_width' | 'style'>;

const labels: Partial<Record<keyof Typed, string>> = {
  company: 'nama perusahaan',
  goods: 'yang dijual',
  hero_title: 'judul beranda',
  hero_text: 'kalimat beranda',
  about_heading: 'judul tautan perusahaan',
  help_heading: 'judul tautan bantuan',
  promises: 'janji mutu',
  logo: 'logo',
  logo_dark: 'logo tema gelap',
  icon: 'ikon',
  accent: 'warna',
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};

function typed({ shop_name: _name, logo_width: _width, style: _style, ...set }: AdminBrand): Typed {
  return set;
}

const query = adminQuery('/api/admin/brand');

/** Page for the shop's appearance, and for its texts about itself except its name. */
function BrandPage() {
  return (
    <Screen
      title="Merek"
      text="Logo, warna, dan kata-kata toko. Yang dikosongkan memakai nama toko dan tampilan bawaan."
    >
      <Fetched query={query}>{(brand) => <BrandForm brand={brand} />}</Fetched>
    </Screen>
  );
}

/** Updates this tab with the saved values, without reloading the page. */
function adopt(brand: AdminBrand) {
  const company = brand.company || brand.shop_name;
  Object.assign(shop, {
    company,
    logo: brand.logo,
    logo_dark: brand.logo_dark || brand.logo,
    logo_width: brand.logo_width,
    about_heading: brand.about_heading || `Tentang ${company}`,
    instagram: brand.instagram,
    facebook: brand.facebook,
    tiktok: brand.tiktok,
    youtube: brand.youtube,
    promises: brand.promises ? brand.promises.split('\n') : undefined,
    ...(brand.hero_title && { hero_title: brand.hero_title }),
    ...(brand.hero_text && { hero_text: brand.hero_text }),
    ...(brand.help_heading && { help_heading: brand.help_heading }),
  });
  const palette = document.getElementById('palette');
  if (palette) palette.textContent = brand.style;
}

function BrandForm({ brand }: { brand: AdminBrand }) {
  const initial = useMemo(() => typed(brand), [brand]);
  const draft = useDraft<Typed>({
    name: 'brand',
    initial,
    read: typed,
    save: async (body) => {
      adopt(await save('PUT /api/admin/brand', { body }, { keep: query }));
      toast('success', 'Merek disimpan.');
    },
  });
  const { tie, change, errors } = draft;
  const name = brand.shop_name;
  const company = draft.draft.company.trim() || name;
  const upload = (field: 'logo' | 'logo_dark' | 'icon') => {
    const picture = draft.draft[field];
    const builtIn = picture === 'k-smart';
    return {
      folder: 'brand' as const,
      name: field,
      picture: builtIn ? '' : picture,
      error: errors[field],
      onPick: (picked: string) => change({ [field]: picked }),
      ...(picture && { onClear: () => change({ [field]: '' }) }),
      ...(builtIn && { hint: 'Bawaan K-Smart dipakai.' }),
    };
  };
  return (
    <DraftForm draft={draft} labels={labels}>
      <div className="grid gap-6">
        <Group
          title="Nama"
          text={
            <>
              Toko ini bernama {name}.{' '}
              <Link to={adminPaths.settings()} className="text-brand underline">
                Ubah di Pengaturan
              </Link>
            </>
          }
        >
          <TextField
            label="Nama perusahaan"
            {...tie('company')}
            maxLength={60}
            placeholder={name}
            hint="Bila berbeda dari nama toko."
          />
          <TextField
            label="Yang dijual"
            {...tie('goods')}
            maxLength={100}
            placeholder="kesehatan dan kecantikan"
            hint={`Dibaca mesin pencari: belanja produk ${draft.draft.goods.trim() || 'pilihan'}.`}
          />
        </Group>
        <Group title="Logo dan ikon">
          <UploadField
            label="Logo"
            ratio={3.2}
            hint="PNG atau WebP tembus pandang, ditampilkan setinggi 36 piksel. Tanpa logo, nama toko yang tampil."
            {...upload('logo')}
          />
          <UploadField
            label="Logo untuk tema gelap"
            ratio={3.2}
            hint="Kosongkan bila logo di sebelah terbaca juga di latar gelap."
            {...upload('logo_dark')}
          />
          <UploadField
            label="Ikon"
            hint="Persegi, paling kecil 512 x 512 piksel. Untuk tab, pratinjau tautan, dan aplikasi yang dipasang."
            {...upload('icon')}
          />
        </Group>
        <Group title="Warna">
          <AccentField
            accent={draft.draft.accent}
            error={errors.accent}
            onChange={(accent) => change({ accent })}
          />
        </Group>
        <Group title="Beranda">
          <TextField
            label="Judul beranda"
            {...tie('hero_title')}
            maxLength={80}
            placeholder={`Selamat datang di ${name}.`}
          />
          <TextAreaField label="Kalimat beranda" {...tie('hero_text')} maxLength={200} rows={2} />
        </Group>
        <Group title="Halaman produk">
          <TextAreaField
            label="Janji mutu"
            {...tie('promises')}
            maxLength={600}
            rows={3}
            placeholder="Setiap produk asli, dan dikirim langsung oleh toko ini."
            hint="Tampil bila “100% Produk Original” diketuk, satu janji per baris. Kosong berarti teks bawaan."
          />
        </Group>
        <Group title="Kaki halaman">
          <TextField
            label="Judul tautan perusahaan"
            {...tie('about_heading')}
            maxLength={40}
            placeholder={`Tentang ${company}`}
          />
          <TextField
            label="Judul tautan bantuan"
            {...tie('help_heading')}
            maxLength={40}
            placeholder="Bantuan Untuk Anda"
          />
          <TextField label="Instagram" {...tie('instagram')} {...social('www.instagram.com/')} />
          <TextField label="Facebook" {...tie('facebook')} {...social('www.facebook.com/')} />
          <TextField label="TikTok" {...tie('tiktok')} {...social('www.tiktok.com/@')} />
          <TextField label="YouTube" {...tie('youtube')} {...social('www.youtube.com/@')} />
        </Group>
      </div>
    </DraftForm>
  );
}

const social = (place: string) => ({
  type: 'url',
  maxLength: 200,
  placeholder: `https://${place}...`,
});

export { BrandPage as Component };
