import { useState } from 'react';
import { currentOf } from '@/api/save';
import { sentence } from '@/errors';
import { toast } from '@/ui/toast';
import { useHeld } from '@/ui/useHeld';

/** Server's answer to a table: the changes it would make, or has made. */
export type Checked = { applied: boolean; digest: string };

type Asked = { dry_run: boolean; digest?: string };

/** Request with a chosen file: the file itself, its parameters, and the cached answers that it changes. */
export type Sent<More = object> = {
  params: Asked & More;
  body: FormData;
  changes: readonly ['/api/'] | readonly [];
};

type Words = {
  /** Message when it is done. */
  done: string;
  /** Message when the shop has changed since the preview. */
  changed: string;
};

/**
 * Table that is checked as a whole before it is applied: the chosen file, and the server's answer.
 */
export function useCheckedFile<A extends Checked, More extends object>(
  send: (sent: Sent<More>) => Promise<A>,
  { done, changed }: Words,
) {
  const [file, setFile] = useHeld<File | null>('file', null);
  const [answer, setAnswer] = useHeld<A | null>('file.answer', null);
  const [busy, setBusy] = useState<'reading' | 'applying' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async (work: 'reading' | 'applying', chosen: File, params: Asked & More) => {
    setBusy(work);
    setFailure(null);
    try {
      const body = new FormData();
      body.set('file', chosen);
      const said = await send({ params, body, changes: params.dry_run ? [] : ['/api/'] });
      setAnswer(said);
      if (said.applied) toast('success', done);
    } catch (error) {
      const current = currentOf<A>(error);
      if (current) setAnswer(current);
      setFailure(
        current
          ? changed
          : sentence(error, 'File gagal dibaca. Pilih lagi filenya, mungkin isinya sudah berubah.'),
      );
    } finally {
      setBusy(null);
    }
  };
  return {
    file,
    answer,
    busy,
    failure,
    setFailure,
    /** Requests a preview of a file's changes, with further parameters. */
    read: (chosen: File, more: More) => {
      setFile(chosen);
      setAnswer(null);
      void run('reading', chosen, { ...more, dry_run: true });
    },
    /** Applies the previewed changes. */
    apply: (more: More) => {
      if (!file || !answer) return;
      void run('applying', file, { ...more, dry_run: false, digest: answer.digest });
    },
  };
}
