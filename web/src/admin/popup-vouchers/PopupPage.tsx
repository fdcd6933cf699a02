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
import type { AdminPopup } from '@/api/schema';
import { toast } from '@/ui/toast';
import { DeleteButton } from '@/admin/ui/DeleteButton';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';
import { ShapeNote } from '@/admin/ui/ShapeNote';
import { VoucherField } from './VoucherField';

type Typed = TypedShowing & {
  voucher_id: number;
  voucher: string;
  picture: string;
  version: number;
};

const labels = { voucher: 'voucher', picture: 'gambar', ...showingLabels };

const typed = (popup: AdminPopup | null): Typed => ({
  voucher_id: popup?.voucher_id ?? 0,
  voucher: popup?.voucher_code ?? '',
  picture: popup?.picture ?? '',
  ...typedShowing(popup),
  version: popup?.version ?? 0,
});

const back = { to: adminPaths.popups(), label: 'Kembali ke daftar popup voucher' };

/** Page to make or change a picture of the popup. */
function PopupPage() {
  const { id = '' } = useParams();
  if (id === 'new')
    return (
      <Screen title="Popup voucher baru" back={back}>
        <PopupForm popup={null} />
      </Screen>
    );
  return (
    <Screen
      title="Popup voucher"
      back={back}
      actions={
        <DeleteButton
          what="popup ini"
          call="DELETE /api/admin/popup-vouchers/{id}"
          id={id}
          to={back.to}
        />
      }
    >
      <Fetched query={adminQuery('/api/admin/popup-vouchers/{id}', { id })}>
        {(popup) => <PopupForm popup={popup} />}
      </Fetched>
    </Screen>
  );
}

function PopupForm({ popup }: { popup: AdminPopup | null }) {
  const navigate = useNavigate();
  const initial = useMemo(() => typed(popup), [popup]);
  const save = async (draft: Typed) => {
    const { voucher_id, picture, version } = draft;
    const body = { voucher_id, picture, ...showingOf(draft), version };
    if (popup) {
      const params = { id: popup.id };
      const keep = adminQuery('/api/admin/popup-vouchers/{id}', params);
      await send('PUT /api/admin/popup-vouchers/{id}', { params, body }, { keep });
    } else {
      await send('POST /api/admin/popup-vouchers', { body });
      await navigate(back.to);
    }
    toast('success', 'Popup voucher disimpan.');
  };
  const draft = useDraft<Typed>({
    name: `popup-${popup?.id ?? 'new'}`,
    initial,
    save,
    read: typed,
  });
  const { change, errors } = draft;
  const { picture, voucher } = draft.draft;
  return (
    <DraftForm draft={draft} labels={labels} save={popup ? 'Simpan' : 'Buat popup'}>
      <div className="grid gap-5 card p-5 sm:p-6">
        <VoucherField
          code={voucher}
          // The server reports the error at `voucher_id`, although the user types the voucher's
          // code.
          error={(errors as Record<string, string>).voucher_id}
          onPick={({ id, code }) => change({ voucher_id: id, voucher: code })}
        />
        <div>
          <UploadField
            label="Gambar"
            name="picture"
            folder="popup-vouchers"
            ratio={4 / 5}
            picture={picture}
            onPick={(picked) => change({ picture: picked })}
            error={errors.picture}
            hint="Tampil dengan perbandingan 4 × 5. JPG, PNG, atau WebP, paling besar 12 MB."
          />
          <ShapeNote picture={picture} width={800} height={1000} />
        </div>
        <ShowingFields shown={draft.draft} errors={errors} onChange={change} />
      </div>
    </DraftForm>
  );
}

export { PopupPage as Component };
