import { PlaceField } from '@/admin/components/PlaceField';
import { adminPaths } from '@/admin/paths';
import type { AdminSettings } from '@/api/schema';
import { Link } from '@/ui/Link';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const labels = { label: 'asal pengiriman' };

/** Origin of parcels, with a link to all other settings of shipping. */
export function OriginForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('origin', settings);
  const { change, dirty, errors } = draft;
  const { id, label, version } = draft.draft;
  return (
    <SectionForm title="Pengiriman" draft={draft} labels={labels}>
      <div className="sm:col-span-2">
        <PlaceField
          title="Asal pengiriman"
          name="id"
          label={label}
          // Until the owner has chosen one, the program's default is only a suggestion.
          id={version > 0 || dirty ? id : null}
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
