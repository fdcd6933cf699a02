import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Shapes, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Screen } from '@/admin/ui/Screen';
import { query } from '@/api/calls';
import { queryClient } from '@/api/client';
import { sentence } from '@/errors';
import type { AdminCategories, AdminCategory } from '@/api/schema';
import { number } from '@/format';
import { adminPaths } from '@/admin/paths';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Dialog } from '@/ui/Dialog';
import { Link } from '@/ui/Link';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { CategoryDialog } from './CategoryDialog';
import { Sortable } from '@/admin/ui/Sortable';
import { useOrder } from '@/admin/ui/useOrder';
import { currentOf, save } from '@/api/save';
import { useRestoredState } from '@/ui/useRestoredState';

const list = query('/api/admin/categories');
const keys = (categories: AdminCategory[]) => categories.map(({ id }) => id);

/** The categories, in the shop's order. */
function CategoriesPage() {
  const { data, error, refetch } = useQuery(list);
  const [editing, setEditing] = useRestoredState<AdminCategory | 'new' | null>('editing', null);
  const [deleting, setDeleting] = useState<AdminCategory | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const categories = data?.categories ?? [];

  const { shown, order } = useOrder(categories, {
    sendOrder: (sorted, was) => {
      setFailure(null);
      const body = { ids: keys(sorted), was: keys(was) };
      return save('PUT /api/admin/categories/order', { body }, { keep: list });
    },
    onFailure: (refused) => {
      const current = currentOf<AdminCategories>(refused);
      if (current) queryClient.setQueryData(list.queryKey, current);
      setFailure(sentence(refused, 'Urutan gagal disimpan. Coba lagi.'));
    },
  });

  return (
    <Screen
      title="Kategori"
      text="Urutan di sini adalah urutan di toko."
      actions={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden size={18} />
          Kategori baru
        </Button>
      }
    >
      {failure && (
        <div className="mb-4">
          <Problem text={failure} />
        </div>
      )}
      {!data && error && (
        <Problem text={sentence(error, 'Kategori gagal dimuat.')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading />}
      {data && categories.length === 0 && (
        <Empty
          icon={Shapes}
          title="Belum ada kategori"
          text="Setiap produk berada dalam satu kategori. Buat yang pertama."
        />
      )}
      <Sortable
        label="Kategori"
        items={shown}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        onOrder={order}
        className="grid gap-2"
        render={(category, handle) => (
          <div className="flex items-center gap-2 card p-2 sm:gap-4 sm:p-3">
            {handle}
            <span className="w-12 shrink-0 overflow-hidden rounded-lg">
              <Picture picture={category.picture} alt="" sizes={48} />
            </span>
            <p className="min-w-0 flex-1 text-sm wrap-anywhere">
              <span className="font-medium">{category.name}</span>
              <span className="block text-muted">{number(category.products)} produk</span>
            </p>
            <button
              type="button"
              aria-label={`Ubah ${category.name}`}
              onClick={() => setEditing(category)}
              className={round}
            >
              <Pencil aria-hidden size={18} />
            </button>
            <button
              type="button"
              aria-label={`Hapus ${category.name}`}
              onClick={() => setDeleting(category)}
              className={round}
            >
              <Trash2 aria-hidden size={18} />
            </button>
          </div>
        )}
      />
      {editing && (
        <CategoryDialog
          category={
            editing === 'new' ? null : (categories.find(({ id }) => id === editing.id) ?? editing)
          }
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && <DeleteDialog category={deleting} onClose={() => setDeleting(null)} />}
    </Screen>
  );
}

const round =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand';

function DeleteDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  if (category.products > 0)
    return (
      <Dialog title={`${category.name} masih dipakai`} onClose={onClose}>
        <p className="mt-3 text-sm text-muted">
          {number(category.products)} produk ada di sini. Pindahkan dulu ke kategori lain; kategori
          yang kosong dapat dihapus.
        </p>
        <DialogFoot>
          <Button look="outline" onClick={onClose}>
            Batal
          </Button>
          <Link
            to={adminPaths.products({ category_id: String(category.id) })}
            className={buttonClass()}
          >
            Lihat produknya
          </Link>
        </DialogFoot>
      </Dialog>
    );
  const remove = async () => {
    await save('DELETE /api/admin/categories/{id}', { params: { id: category.id } });
    toast('success', 'Kategori dihapus');
  };
  return (
    <ConfirmDialog
      title={`Hapus ${category.name}?`}
      text="Kategori ini kosong. Setelah dihapus, ia tidak tampil lagi di toko."
      confirm="Hapus"
      failed="Gagal menghapus. Coba lagi."
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

export { CategoriesPage as Component };
