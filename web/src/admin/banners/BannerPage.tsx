import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { ShowingFields } from '@/admin/components/ShowingFields';
import {
  showingLabels,
  showingOf,
  typedShowing,
  type TypedShowing,
} from '@/admin/components/showing';
import { UploadField } from '@/admin/ui/UploadField';
import { useDraft } from '@/admin/ui/useDraft';
import { save as send } from '@/api/save';
import type { AdminBanner } from '@/api/schema';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { DeleteButton } from '@/admin/ui/DeleteButton';
import { Fetched } from '@/ui/Fetched';
import { LinkField } from './LinkField';
import { adminQuery } from '@/admin/ui/adminQuery';
import { ShapeNote } from '@/admin/ui/ShapeNote';

type Typed = TypedShowing & { picture: string; alt: string; link: string; version: number };

const labels = { picture: 'gambar', alt: 'teks pengganti', link: 'tautan', ...showingLabels };

const typed = (banner: AdminBanner | null): Typed => ({
  picture: banner?.picture ?? '',
  alt: banner?.alt ?? '',
  link: banner?.link ?? '',
  ...typedShowing(banner),
  version: banner?.version ?? 0,
});

const back = { to: adminPaths.banners(), label: 'Kembali ke daftar banner' };

/** Page to make or change a banner. */
function BannerPage() {
  const { id = '' } = useParams();
  if (id === 'new')
    return (
      <Screen title="Banner baru" back={back}>
        <BannerForm banner={null} />
      </Screen>
    );
  const remove = (
    <DeleteButton what="banner ini" call="DELETE /api/admin/banners/{id}" id={id} to={back.to} />
  );
  return (
    <Screen title="Banner" back={back} actions={remove}>
      <Fetched query={adminQuery('/api/admin/banners/{id}', { id })}>
        {(banner) => <BannerForm banner={banner} />}
      </Fetched>
    </Screen>
  );
}

function BannerForm({ banner }: { banner: AdminBanner | null }) {
  const navigate = useNavigate();
  const initial = useMemo(() => typed(banner), [banner]);
  const save = async (draft: Typed) => {
    const { picture, alt, link, version } = draft;
    const body = { picture, alt, link, ...showingOf(draft), version };
    if (banner) {
      const params = { id: banner.id };
      const keep = adminQuery('/api/admin/banners/{id}', params);
      await send('PUT /api/admin/banners/{id}', { params, body }, { keep });
    } else {
      await send('POST /api/admin/banners', { body });
      await navigate(back.to);
    }
    toast('success', 'Banner disimpan.');
  };
  const draft = useDraft<Typed>({
    name: `banner-${banner?.id ?? 'new'}`,
    initial,
    save,
    read: typed,
  });
  const { tie, change, errors } = draft;
  const { picture, link } = draft.draft;
  return (
    <DraftForm draft={draft} labels={labels} save={banner ? 'Simpan' : 'Buat banner'}>
      <div className="grid gap-5 card p-5 sm:p-6">
        <div>
          <UploadField
            label="Gambar"
            name="picture"
            folder="banners"
            ratio={1560 / 531}
            picture={picture}
            onPick={(picked) => change({ picture: picked })}
            error={errors.picture}
            hint="Sebaiknya 1560 × 531 piksel. JPG, PNG, atau WebP, paling besar 12 MB."
          />
          <ShapeNote picture={picture} width={1560} height={531} />
        </div>
        <TextField
          label="Teks pengganti gambar"
          {...tie('alt')}
          maxLength={200}
          hint="Apa yang dikatakan gambarnya, untuk yang tidak dapat melihatnya."
        />
        <LinkField link={link} error={errors.link} onLink={(path) => change({ link: path })} />
        <ShowingFields shown={draft.draft} errors={errors} onChange={change} />
      </div>
    </DraftForm>
  );
}

export { BannerPage as Component };
