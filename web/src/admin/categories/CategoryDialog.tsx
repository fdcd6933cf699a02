import { useMemo } from 'react';
import { DraftForm } from '@/admin/ui/DraftForm';
import { UploadField } from '@/admin/ui/UploadField';
import { useDraft } from '@/admin/ui/useDraft';
import { save as send } from '@/api/save';
import type { AdminCategory } from '@/api/schema';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';

type CategoryDraft = { name: string; picture: string; version: number };

type Props = {
  /** The category to change; null for a new one. */
  category: AdminCategory | null;
  onClose: () => void;
};

const draftOf = ({ name, picture, version }: AdminCategory): CategoryDraft => ({
  name,
  picture,
  version,
});

/** Makes a category, renames it or changes its picture. */
export function CategoryDialog({ category, onClose }: Props) {
  const initial = useMemo(
    () => (category ? draftOf(category) : { name: '', picture: '', version: 0 }),
    [category],
  );
  const draft = useDraft<CategoryDraft>({
    name: category ? `category-${category.id}` : 'category-new',
    initial,
    read: draftOf,
    save: async (body) => {
      await (category
        ? send('PUT /api/admin/categories/{id}', { params: { id: category.id }, body })
        : send('POST /api/admin/categories', { body }));
      toast('success', category ? 'Kategori disimpan' : 'Kategori dibuat');
      onClose();
    },
  });
  return (
    <Dialog title={category ? 'Ubah kategori' : 'Kategori baru'} onClose={onClose} wide>
      <div className="mt-4">
        <DraftForm
          plain
          draft={draft}
          labels={{ name: 'Nama', picture: 'Gambar' }}
          actions={
            <Button look="outline" disabled={draft.busy} onClick={onClose}>
              Tutup
            </Button>
          }
        >
          <div className="grid gap-5">
            <TextField label="Nama" maxLength={60} autoComplete="off" {...draft.tie('name')} />
            <UploadField
              label="Gambar"
              name="picture"
              hint="Tampil di beranda dan di daftar kategori. Tanpa gambar, toko membuatnya dari nama."
              folder="categories"
              picture={draft.draft.picture}
              error={draft.errors.picture}
              onPick={(picture) => draft.change({ picture })}
              {...(draft.draft.picture && { onClear: () => draft.change({ picture: '' }) })}
            />
          </div>
        </DraftForm>
      </div>
    </Dialog>
  );
}
