import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { TextEditor } from '@/admin/components/TextEditor';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { AdminAgreement } from '@/api/schema';
import { save } from '@/api/save';
import { date, today } from '@/dates';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { began } from './labels';

type Typed = { body: string; changes: string; effective_on: string; version: number };

const labels = { body: 'isi' };

const typed = ({ body, version }: AdminAgreement): Typed => ({
  body,
  changes: '',
  effective_on: today(),
  version,
});

/** Page of a document with its versions, and the editor of the next version. */
function PublishPage() {
  const { slug = '' } = useParams();
  return (
    <Fetched query={adminQuery('/api/admin/agreements/{slug}', { slug })}>
      {(agreement) => <Editor agreement={agreement} />}
    </Fetched>
  );
}

function Editor({ agreement }: { agreement: AdminAgreement }) {
  const { slug, title, versions } = agreement;
  const params = { slug };
  const keep = adminQuery('/api/admin/agreements/{slug}', params);
  const [asking, setAsking] = useState(false);
  const publish = async (body: Typed) => {
    const { version } = await save('POST /api/admin/agreements/{slug}', { params, body }, { keep });
    toast('success', `Versi ${version} diterbitkan.`);
  };
  const initial = useMemo(() => typed(agreement), [agreement]);
  const draft = useDraft<Typed>({ name: `agreement-${slug}`, initial, save: publish, read: typed });
  const { effective_on } = draft.draft;
  return (
    <Screen
      title={title}
      text="Versi yang sudah diterbitkan tidak dapat diubah. Yang Anda tulis di sini menjadi versi berikutnya."
      back={{ to: adminPaths.agreements(), label: 'Kembali ke daftar dokumen' }}
      actions={
        <>
          <Link to={paths.agreement(slug)} className={buttonClass('outline')}>
            Lihat di toko
          </Link>
          <Link
            to={adminPaths.audit({ subject: 'agreement', key: slug })}
            className={buttonClass('outline')}
          >
            Riwayat
          </Link>
        </>
      }
    >
      <DraftForm
        draft={{
          ...draft,
          submit: (event) => {
            event.preventDefault();
            setAsking(true);
          },
        }}
        labels={labels}
        save={`Terbitkan versi ${draft.draft.version + 1}`}
      >
        <TextEditor draft={draft} title={title}>
          <TextField
            label="Yang berubah"
            {...draft.tie('changes')}
            maxLength={300}
            hint="Satu kalimat, yang dibaca anggota saat dimintai persetujuan."
          />
          <TextField
            label="Berlaku mulai"
            type="date"
            min={today()}
            {...draft.tie('effective_on')}
          />
        </TextEditor>
      </DraftForm>
      <section aria-labelledby="versions" className="mt-8">
        <h2 id="versions" className="font-display text-lg font-semibold">
          Versi yang diterbitkan
        </h2>
        <ul aria-labelledby="versions" className="mt-3 divide-y divide-line card px-5 text-sm">
          {versions.map((each) => (
            <li key={each.version} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
              <Link
                to={paths.agreement(slug, each.version)}
                className="font-medium text-brand underline underline-offset-4"
              >
                {began(each)}
              </Link>
              {each.is_current && <Badge tone="good">Berlaku</Badge>}
              {each.changes && <span className="text-muted wrap-anywhere">{each.changes}</span>}
            </li>
          ))}
        </ul>
      </section>
      {asking && (
        <ConfirmDialog
          title="Terbitkan versi ini?"
          text={`Versi ini tidak dapat diubah atau ditarik lagi. ${
            effective_on > today()
              ? `Mulai ${date(effective_on)}, setiap anggota`
              : 'Setiap anggota'
          } dimintai persetujuan saat membuka toko.`}
          confirm="Ya, terbitkan"
          onConfirm={async () => {
            await draft.send();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Screen>
  );
}

export { PublishPage as Component };
