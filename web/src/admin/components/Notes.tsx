import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Card } from '@/admin/ui/Card';
import { useForm } from '@/ui/useForm';
import type { Note, Tags as Tagged } from '@/api/schema';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/** Tags of an order or a member, the function to change them, and the tags in use. */
type TagsProps = {
  tags: string[];
  known: '/api/admin/order-tags' | '/api/admin/member-tags';
  example: string;
  onChange: (body: { add?: string[]; remove?: string[] }) => Promise<Tagged>;
};

/** Notes on an order or a member, and the functions to write and remove them. */
type NotesProps = {
  notes: Note[];
  onWrite: (text: string) => Promise<Note>;
  onRemove: (id: number) => Promise<unknown>;
};

/** Internal remarks of administrators on an order or a member: tags to find it by, and notes. */
export function Notes({ about, ...props }: { about: string } & TagsProps & NotesProps) {
  return (
    <Card title="Catatan pengelola">
      <p className="mt-1 text-sm text-muted">{about}</p>
      <TagPart {...props} />
      <NotePart {...props} />
    </Card>
  );
}

function TagPart({ tags, known: path, example, onChange: change }: TagsProps) {
  const [typed, setTyped] = useRestoredState('tags', '');
  const known = useId();
  const { data } = useQuery(adminQuery(path));
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    await change({ add: typed.split(',').filter((tag) => tag.trim()) });
    setTyped('');
  }, 'Tanda gagal disimpan. Coba lagi.');
  const remove = async (tag: string) => {
    try {
      await change({ remove: [tag] });
    } catch (error) {
      toast('error', sentence(error, 'Tanda gagal dilepas. Coba lagi.'));
    }
  };
  return (
    <>
      {tags.length > 0 && (
        <ul aria-label="Tanda" className="mt-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-11 items-center rounded-full bg-sunken pl-3.5 text-sm"
            >
              <span className="wrap-anywhere">{tag}</span>
              <button
                type="button"
                aria-label={`Lepas tanda ${tag}`}
                onClick={() => void remove(tag)}
                className="grid size-11 place-items-center text-muted hover:text-danger"
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={onSubmit} className="mt-3 flex items-end gap-2">
        <TextField
          label="Tanda baru"
          className="min-w-0 flex-1"
          value={typed}
          error={errors.add}
          maxLength={100}
          autoComplete="off"
          list={known}
          placeholder={`mis. ${example}`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id={known}>
          {data?.tags.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </datalist>
        <Button
          type="submit"
          look="outline"
          busy={isPending && 'Menyimpan...'}
          disabled={!typed.trim()}
        >
          Tandai
        </Button>
      </form>
      {failure && <Problem text={failure} />}
    </>
  );
}

function NotePart({ notes, onWrite, onRemove }: NotesProps) {
  const [typed, setTyped] = useRestoredState('note', '');
  const [removed, setRemoved] = useState<Note | null>(null);
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    await onWrite(typed);
    setTyped('');
  });
  const remove = async (id: number) => {
    await onRemove(id);
    toast('success', 'Catatan dihapus.');
  };
  return (
    <>
      <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-3">
        <TextAreaField
          label="Catatan baru"
          value={typed}
          error={errors.text}
          maxLength={1000}
          rows={2}
          onChange={(event) => setTyped(event.target.value)}
        />
        {failure && <Problem text={failure} />}
        <Button
          type="submit"
          look="outline"
          className="justify-self-start"
          busy={isPending && 'Menyimpan...'}
          disabled={!typed.trim()}
        >
          Simpan catatan
        </Button>
      </form>
      {notes.length > 0 && (
        <ul aria-label="Catatan" className="mt-3 divide-y divide-line text-sm">
          {notes.map((note) => (
            <li key={note.id} className="py-3">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted">
                {note.author} · {dateTime(note.at)}
                {note.own && (
                  <button
                    type="button"
                    onClick={() => setRemoved(note)}
                    className="min-h-11 px-2 text-danger underline underline-offset-4"
                  >
                    Hapus
                  </button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <ConfirmDialog
          title="Hapus catatan ini?"
          text="Yang dihapus tidak dapat dikembalikan."
          confirm="Ya, hapus"
          onConfirm={() => remove(removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}
