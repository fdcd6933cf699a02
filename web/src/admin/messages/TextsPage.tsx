import { useMemo, useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import { request } from '@/api/calls';
import { save as send } from '@/api/save';
import type { MessageLetter, MessageText } from '@/api/schema';
import { sentence } from '@/errors';
import { kindNames } from '@/components/messageKinds';
import { Button } from '@/ui/Button';
import { TextAreaField, TextField } from '@/ui/Field';
import { Fold } from '@/ui/Fold';
import { toast } from '@/ui/toast';

type Typed = { subject: string; body: string; version: number };

const typed = ({ subject, body, version }: MessageText): Typed => ({ subject, body, version });
const labels = { subject: 'judul', body: 'isi' };
const back = { to: adminPaths.messages(), label: 'Kembali ke pesan keluar' };
const areas = ['/api/admin/message-texts', '/api/admin/messages'] as const;

/** Page to change, preview and reset the texts of every kind of message. */
function TextsPage() {
  return (
    <Screen
      title="Teks pesan"
      text="Kata-kata setiap pesan. Nama di dalam kurung kurawal diganti dengan isinya saat dikirim."
      back={back}
    >
      <Fetched query={adminQuery('/api/admin/message-texts')}>
        {({ texts }) => (
          <div className="grid max-w-3xl gap-3">
            {texts.map((text) => (
              <Fold
                key={text.kind}
                title={kindNames[text.kind]}
                aside={text.changed && <Badge tone="info">Diubah</Badge>}
              >
                <TextForm key={text.version} text={text} />
              </Fold>
            ))}
          </div>
        )}
      </Fetched>
    </Screen>
  );
}

async function attempt(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    toast('error', 'Belum berhasil', sentence(error, 'Periksa judul dan isinya.'));
  }
}

function TextForm({ text }: { text: MessageText }) {
  const params = { kind: text.kind };
  const initial = useMemo(() => typed(text), [text]);
  const [letter, setLetter] = useState<MessageLetter | null>(null);
  const save = async (body: Typed) => {
    await send('PUT /api/admin/message-texts/{kind}', { params, body }, { changes: areas });
    toast('success', 'Teks disimpan.');
  };
  const draft = useDraft<Typed>({ name: `message-${text.kind}`, initial, save, read: typed });
  const { tie } = draft;
  const preview = async () =>
    setLetter(
      await request('POST /api/admin/message-texts/{kind}/preview', { params, body: draft.draft }),
    );
  const putBack = async () => {
    const body = { subject: '', body: '', version: text.version };
    await send('PUT /api/admin/message-texts/{kind}', { params, body }, { changes: areas });
    draft.discard();
    toast('success', 'Teks bawaan dipakai lagi.');
  };
  return (
    <div className="py-3">
      <DraftForm
        draft={draft}
        labels={labels}
        plain
        actions={
          <>
            {text.changed && (
              <Button look="outline" onClick={() => void attempt(putBack)}>
                Pakai teks bawaan
              </Button>
            )}
            <Button look="outline" onClick={() => void attempt(preview)}>
              Pratinjau
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <TextField label="Judul" {...tie('subject')} maxLength={150} />
          <TextAreaField label="Isi" {...tie('body')} rows={10} maxLength={4000} />
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
            {text.placeholders.map(({ name, example, required }) => (
              <div key={name} className="contents">
                <dt className="font-mono">{`{${name}}`}</dt>
                <dd className="wrap-anywhere text-muted">
                  {required ? 'wajib ada, misalnya ' : 'misalnya '}
                  {example}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </DraftForm>
      {letter && (
        <article aria-label="Pratinjau" className="mt-4 rounded-2xl bg-sunken p-4 text-sm">
          <h3 className="font-semibold wrap-anywhere">{letter.subject}</h3>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{letter.body}</p>
        </article>
      )}
    </div>
  );
}

export { TextsPage as Component };
