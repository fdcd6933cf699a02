import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { TextEditor } from '@/admin/components/TextEditor';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { AdminPage } from '@/api/schema';
import { dateTime } from '@/dates';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';

type Typed = { title: string; body: string; version: number };

const labels = { title: 'judul', body: 'isi' };

const typed = ({ title, body, version }: AdminPage): Typed => ({ title, body, version });

/** Editor of a text of the shop, with a preview of the visitors' view. */
function EditPage() {
  const { slug = '' } = useParams();
  return (
    <Fetched query={adminQuery('/api/admin/pages/{slug}', { slug })}>
      {(page) => <Editor page={page} />}
    </Fetched>
  );
}

function Editor({ page }: { page: AdminPage }) {
  const params = { slug: page.slug };
  const keep = adminQuery('/api/admin/pages/{slug}', params);
  const initial = useMemo(() => typed(page), [page]);
  const draft = useDraft<Typed>({
    name: `page-${page.slug}`,
    initial,
    read: typed,
    save: async (body) => {
      const saved = await save('PUT /api/admin/pages/{slug}', { params, body }, { keep });
      // Updates this tab without reloading the page.
      shop.pages[saved.slug] = saved.title;
      toast('success', page.draft ? 'Halaman diterbitkan.' : 'Halaman disimpan.');
    },
  });
  const reset = async () => {
    const given = { params, body: { version: page.version } };
    const back = await save('POST /api/admin/pages/{slug}/reset', given, { keep });
    if (back.draft) delete shop.pages[back.slug];
    else shop.pages[back.slug] = back.title;
    draft.discard();
    toast('success', 'Halaman kembali ke bawaan.');
  };
  return (
    <Screen
      title={page.title}
      text={
        page.draft
          ? 'Draf: belum tampil di toko. Datanya diambil dari Pengaturan. Periksa isinya, ganti tanda [[ISI: …]] bila ada, lalu terbitkan.'
          : page.updated_at
            ? `Ditulis toko, terakhir diubah ${dateTime(page.updated_at)}.`
            : 'Masih isi bawaan.'
      }
      back={{ to: adminPaths.pages(), label: 'Kembali ke daftar halaman' }}
      actions={<Actions page={page} onReset={reset} />}
    >
      <DraftForm draft={draft} labels={labels} save={page.draft ? 'Terbitkan' : 'Simpan'}>
        <TextEditor draft={draft} title={draft.draft.title}>
          <TextField label="Judul" {...draft.tie('title')} maxLength={100} />
        </TextEditor>
      </DraftForm>
    </Screen>
  );
}

function Actions({ page, onReset }: { page: AdminPage; onReset: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const isOwner = useHasRole();
  return (
    <>
      {!page.draft && (
        <Link to={`/${page.slug}`} className={buttonClass('outline')}>
          Lihat di toko
        </Link>
      )}
      {isOwner && (
        <Link
          to={adminPaths.audit({ subject: 'page', key: page.slug })}
          className={buttonClass('outline')}
        >
          Riwayat
        </Link>
      )}
      {page.version !== 0 && (
        <Button look="outline" onClick={() => setAsked(true)}>
          Kembalikan ke bawaan
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title="Kembalikan ke bawaan?"
          text={
            shop.built_in_words
              ? 'Isi yang ditulis toko diganti dengan isi bawaan. Isi lama tetap tercatat dalam catatan perubahan.'
              : 'Halaman menjadi draf dengan isi bawaan dan tidak tampil lagi di toko. Isi lama tetap tercatat dalam catatan perubahan.'
          }
          confirm="Ya, kembalikan"
          onConfirm={onReset}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

export { EditPage as Component };
