import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { refresh } from '@/api/calls';
import { save } from '@/api/save';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';

type Props = {
  /** Name of the item to delete, as used in a sentence: `banner ini`. */
  what: string;
  call: 'DELETE /api/admin/banners/{id}' | 'DELETE /api/admin/popup-vouchers/{id}';
  id: string;
  /** Address to open after the deletion. */
  to: string;
};

/** Button that deletes something, after a confirmation. */
export function DeleteButton({ what, call, id, to }: Props) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();

  const remove = async () => {
    await save(call, { params: { id } }, { changes: [] });
    toast('success', 'Sudah dihapus.');
    // Leaves the page first, because the deleted item can no longer be requested.
    await navigate(to);
    void refresh('/api/');
  };

  return (
    <>
      <Button look="outline" onClick={() => setAsked(true)}>
        Hapus
      </Button>
      {asked && (
        <ConfirmDialog
          title={`Hapus ${what}?`}
          text="Yang dihapus tidak dapat dikembalikan."
          confirm="Ya, hapus"
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
