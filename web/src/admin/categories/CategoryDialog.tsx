import { useMemo } from 'react';
import { DraftForm } from '@/admin/ui/DraftForm';
import { UploadField } from '@/admin/ui/UploadField';
import { useDraft } from '@/admin/ui/useDraft';
import { ApiError, queryClient, request } from '@/api/client';
import type { AdminCategories, AdminCategory } from '@/api/schema';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { categoriesQuery, forgetLists } from '@/admin/parts/products';

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

/** Makes a category, or renames one or gives it another picture. */
export function CategoryDialog({ category, onClose }: Props) {
  const initial = useMemo(
    () => (category ? draftOf(category) : { name: '', picture: '', version: 0 }),
    [category],
  );
  const draft = useDraft<CategoryDraft>({
    name: category ? `category-${category.id}` : 'category-new',
    initial,
    read: draftOf,
    save: async (typed) => {
      try {
        await (category
          ? request('PUT', `/api/admin/categories/${category.id}`, typed)
          : request('POST', '/api/admin/categories', typed));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'edit_conflict')
          keep((error.answer as { current: AdminCategory }).current);
        throw error;
      }
      forgetLists();
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
            <Button look="outline" onClick={onClose}>
              Tutup
            </Button>
          }
        >
          <div className="grid gap-5">
            <TextField label="Nama" maxLength={60} autoComplete="off" {...draft.tie('name')} />
            <UploadField
              label="Gambar"
              folder="categories"
              picture={draft.draft.picture}
              error={draft.errors.picture}
              onPick={(picture) => draft.change({ picture })}
            />
          </div>
        </DraftForm>
      </div>
    </Dialog>
  );
}

/** What the server has now, for whoever takes it. */
function keep(current: AdminCategory): void {
  queryClient.setQueryData<AdminCategories>(categoriesQuery.queryKey, (known) => ({
    categories: (known?.categories ?? []).map((each) => (each.id === current.id ? current : each)),
  }));
}
