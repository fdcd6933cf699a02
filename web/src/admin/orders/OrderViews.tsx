import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, X } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { adminQuery } from '@/admin/ui/adminQuery';
import { useForm } from '@/ui/useForm';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { viewQuery } from './views';

const views = adminQuery('/api/admin/order-views');

/** Filters that the administrator has saved under a name, and a button to save the current ones. */
export function OrderViews({ filters }: { filters: Record<string, string> }) {
  const { data } = useQuery(views);
  const [naming, setNaming] = useRestoredState('view', false);
  const shown = viewQuery(filters);
  const current = data?.views.find(({ query }) => query === shown);
  const remove = async (id: number) => {
    try {
      await save('DELETE /api/admin/order-views/{id}', { params: { id } }, { keep: views });
    } catch (error) {
      toast('error', sentence(error, 'Saringan gagal dihapus. Coba lagi.'));
    }
  };
  return (
    // One line from the start, with the button first, so that nothing below moves when the filters
    // load.
    <section
      aria-label="Saringan tersimpan"
      className="mb-4 flex items-center gap-2 overflow-x-auto *:shrink-0"
    >
      <Button
        look="quiet"
        className="-ml-5"
        disabled={!data || !shown || !!current}
        onClick={() => setNaming(true)}
      >
        <BookmarkPlus aria-hidden size={18} />
        Simpan saringan ini
      </Button>
      {data?.views.map(({ id, name, query }) => (
        <span
          key={id}
          className={`inline-flex min-h-11 items-center rounded-full text-sm ${query === shown ? 'bg-brand-soft text-brand' : 'bg-sunken'}`}
        >
          <Link
            to={adminPaths.orders(Object.fromEntries(new URLSearchParams(query)))}
            aria-current={query === shown ? 'true' : undefined}
            className="py-2 pl-4 font-medium"
          >
            {name}
          </Link>
          <button
            type="button"
            aria-label={`Hapus saringan ${name}`}
            onClick={() => void remove(id)}
            className="grid size-11 place-items-center hover:text-danger"
          >
            <X aria-hidden size={16} />
          </button>
        </span>
      ))}
      {naming && <NameDialog query={shown} onClose={() => setNaming(false)} />}
    </section>
  );
}

function NameDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const [name, setName] = useRestoredState('view.name', '');
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    await save('PUT /api/admin/order-views', { body: { name, query } }, { keep: views });
    toast('success', 'Saringan disimpan.');
    onClose();
  });
  return (
    <Dialog title="Simpan saringan" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
        <TextField
          label="Nama saringan"
          value={name}
          error={errors.name}
          maxLength={40}
          autoComplete="off"
          hint="Hanya untuk Anda, di semua perangkat. Nama yang sudah ada akan diganti isinya."
          onChange={(event) => setName(event.target.value)}
        />
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'}>
            Simpan
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
