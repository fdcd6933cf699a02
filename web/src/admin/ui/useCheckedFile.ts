import { currentOf } from '@/api/save';
import { sentence } from '@/errors';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';

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
  /** Message after the file was applied. */
  done: string;
  /** Message when the shop has changed since the preview. */
  changed: string;
};

const UNREADABLE = 'File gagal dibaca. Pilih lagi filenya, mungkin isinya sudah berubah.';

/**
 * Table that is checked as a whole before it is applied: the chosen file, and the server's answer.
 */
export function useCheckedFile<A extends Checked, More extends object>(
  send: (sent: Sent<More>) => Promise<A>,
  { done, changed }: Words,
) {
  const [file, setFile] = useRestoredState<File | null>('file', null);
  const [answer, setAnswer] = useRestoredState<A | null>('file.answer', null);
  const {
    mutate: run,
    isPending,
    variables,
    error,
  } = useMutation(
    async ({ chosen, params }: { chosen: File; params: Asked & More }) => {
      const body = new FormData();
      body.set('file', chosen);
      const said = await send({ params, body, changes: params.dry_run ? [] : ['/api/'] });
      setAnswer(said);
      if (said.applied) toast('success', done);
    },
    (refusal) => setAnswer((before) => currentOf<A>(refusal) ?? before),
  );
  return {
    file,
    answer,
    isPending,
    /** Whether a preview is requested. */
    isReading: variables?.params.dry_run === true,
    failure: error && (currentOf(error) ? changed : sentence(error, UNREADABLE)),
    /** Requests a preview of a file's changes, with further parameters. */
    read: (chosen: File, more: More) => {
      setFile(chosen);
      setAnswer(null);
      run({ chosen, params: { ...more, dry_run: true } });
    },
    /** Applies the previewed changes. */
    apply: (more: More) => {
      if (!file || !answer) return;
      run({ chosen: file, params: { ...more, dry_run: false, digest: answer.digest } });
    },
  };
}
