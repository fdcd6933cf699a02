import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { request } from '@/api/client';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';
import { complain, refresh } from './calls';

type Props = {
  /** What is deleted, as a sentence says it: `banner ini`. */
  what: string;
  path: string;
  /** Where to go then. */
  to: string;
  /** Lists that are others then. */
  lists: string[];
};

/** Deletes something, after asking. */
export function DeleteButton({ what, path, to, lists }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  const remove = async () => {
    setBusy(true);
    try {
      await request('DELETE', path);
      toast('success', 'Sudah dihapus.');
      await navigate(to);
      refresh(...lists);
    } catch (error) {
      complain(error);
      setBusy(false);
      setAsked(false);
    }
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
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
