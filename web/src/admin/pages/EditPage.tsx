import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { save } from '@/api/calls';
import type { AdminPage } from '@/api/schema';
import { dateTime } from '@/dates';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField, TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { Markdown } from '@/ui/Markdown';
import { toast } from '@/ui/toast';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';

type Typed = { title: string; body: string; version: number };

const labels = { title: 'judul', body: 'isi' };

const typed = ({ title, body, version }: AdminPage): Typed => ({ title, body, version });

/** A text of the shop with what visitors will see of it. */
function EditPage() {
  const { slug = '' } = useParams();
  return (
    <Fetched query={adminQuery('/api/admin/pages/{slug}', { slug })}>
      {(page) => <Editor page={page} />}
    </Fetched>
  );
}

/** As long as the text, beside what is shown of it. */
const bodyStyle = { fieldSizing: 'content', minHeight: '24rem' } as const;

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
      // This tab goes on without asking for a page anew.
      shop.pages[saved.slug] = saved.title;
      toast('success', page.draft ? 'Halaman diterbitkan.' : 'Halaman disimpan.');
    },
  });
  const { title, body } = draft.draft;
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
          ? 'Draf: belum tampil di toko. Sesuaikan isinya dengan toko Anda, lalu terbitkan.'
          : page.updated_at
            ? `Ditulis toko, terakhir diubah ${dateTime(page.updated_at)}.`
            : 'Masih isi bawaan.'
      }
      back={{ to: adminPaths.pages(), label: 'Kembali ke daftar halaman' }}
      actions={<Actions page={page} onReset={reset} />}
    >
      <DraftForm draft={draft} labels={labels} save={page.draft ? 'Terbitkan' : 'Simpan'}>
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <div className="grid gap-4">
            <TextField label="Judul" {...draft.tie('title')} maxLength={100} />
            <TextAreaField
              label="Isi"
              style={bodyStyle}
              spellCheck
              {...draft.tie('body')}
              hint="Markdown: ## judul bagian, - daftar, 1. langkah, **tebal**, *miring*, [teks](/alamat). Pisahkan paragraf dengan baris kosong."
            />
          </div>
          <section aria-label="Pratinjau" className="min-w-0 card p-5 sm:p-6">
            <p className="text-xs font-medium text-muted">Pratinjau</p>
            <p className="mt-2 font-display text-3xl font-semibold wrap-anywhere">{title}</p>
            <div className="mt-4 wrap-anywhere">
              <Markdown text={body} />
            </div>
          </section>
        </div>
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
