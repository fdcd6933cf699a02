import { PlaceField } from '@/admin/components/PlaceField';
import { adminPaths } from '@/admin/paths';
import type { AdminSettings } from '@/api/schema';
import { Link } from '@/ui/Link';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const labels = { label: 'asal pengiriman' };

/** Origin before the owner has chosen one: the program's default applies, but is not a choice. */
const UNCHOSEN: AdminSettings['origin'] = { values: { id: 0, label: '' }, version: 0 };

/** Origin of parcels, with a link to all other settings of shipping. */
export function OriginForm({ settings }: { settings: AdminSettings }) {
  const isChosen = settings.origin.version > 0;
  const draft = useSection('origin', isChosen ? settings : { ...settings, origin: UNCHOSEN });
  const { change, errors } = draft;
  const { id, label } = draft.draft;
  return (
    <SectionForm title="Pengiriman" draft={draft} labels={labels}>
      <div className="sm:col-span-2">
        <PlaceField
          title="Asal pengiriman"
          name="id"
          label={label}
          id={id > 0 ? id : null}
          error={errors.id ?? errors.label}
          onPick={(place) => change({ id: place.id, label: place.label })}
        />
      </div>
      <Link
        to={adminPaths.shipping()}
        className="inline-flex min-h-11 items-center font-medium text-brand underline-offset-4 hover:underline sm:col-span-2"
      >
        Kurir, cara kirim toko, gratis ongkir, dan COD
      </Link>
    </SectionForm>
  );
}
