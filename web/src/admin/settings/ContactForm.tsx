import type { AdminSettings } from '@/api/schema';
import { TextField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const labels = {
  name: 'nama toko',
  address: 'alamat',
  hours: 'jam layanan',
  email: 'email',
  phone: 'telepon',
  whatsapp: 'WhatsApp',
};

/** Name and public contact details of the shop. */
export function ContactForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('contact', settings);
  const { tie } = draft;
  return (
    <SectionForm title="Toko dan kontak" draft={draft} labels={labels}>
      <TextField label="Nama toko" {...tie('name')} maxLength={60} />
      <TextField label="Jam layanan" {...tie('hours')} maxLength={100} />
      <TextField label="Alamat" {...tie('address')} maxLength={200} className="sm:col-span-2" />
      <TextField label="Email" type="email" {...tie('email')} maxLength={254} />
      <TextField label="Telepon" type="tel" {...tie('phone')} maxLength={30} />
      <TextField
        label="WhatsApp"
        type="tel"
        {...tie('whatsapp')}
        maxLength={25}
        hint="Nomor ponsel. Yang dikosongkan tidak ditampilkan."
      />
    </SectionForm>
  );
}
