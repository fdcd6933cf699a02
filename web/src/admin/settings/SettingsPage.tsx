import { Screen } from '@/admin/ui/Screen';
import { Fetched } from '@/ui/Fetched';
import { ContactForm } from './ContactForm';
import { Operation } from './Operation';
import { OriginForm } from './OriginForm';
import { PayoutsForm } from './PayoutsForm';
import { PrivacyForm } from './PrivacyForm';
import { RegistrationForm } from './RegistrationForm';
import { ReturnsForm } from './ReturnsForm';
import { SalesForm } from './SalesForm';
import { SecurityForm } from './SecurityForm';
import { ShopOpen } from './ShopOpen';
import { TaxesForm } from './TaxesForm';
import { settingsQuery } from './useSection';

/** Settings that the owner can change, and those that the server was started with. */
function SettingsPage() {
  return (
    <Screen
      title="Pengaturan"
      text="Nama, kontak, dan aturan toko. Setiap bagian disimpan sendiri, dan berlaku untuk halaman yang dibuka setelahnya."
    >
      <Fetched query={settingsQuery}>
        {(settings) => (
          <div className="grid items-start gap-6 xl:gap-10 xl:grid-cols-[1fr_22rem]">
            <div className="grid gap-6">
              <ContactForm settings={settings} />
              <OriginForm settings={settings} />
              <SalesForm settings={settings} />
              <ReturnsForm settings={settings} />
              <RegistrationForm settings={settings} />
              <PrivacyForm settings={settings} />
              <PayoutsForm settings={settings} />
              <SecurityForm settings={settings} />
              <TaxesForm settings={settings} />
            </div>
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

export { SettingsPage as Component };
