import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { refused } from '@/fieldErrors';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { request } from '@/api/calls';
import type { PlanDocument } from '@/api/schema';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { FileButton } from '@/ui/FileButton';
import { Problem } from '@/ui/Problem';
import { untilLeft, useMutation } from '@/ui/useMutation';
import { placeOf, type Fault } from './designer';
import { emptyPlan } from './document';
import { askedOf, firstNetwork } from './exampleNetwork';
import { formOf } from './planForm';
import { templatesQuery, versionsQuery } from './queries';
import { faultsOf } from './useExample';

/** Contents of an imported file, and its faults. */
type Imported = { plan: object; faults: Fault[] };

/** Largest file that is read, in bytes; the same limit as the server's. */
const LARGEST = 256 * 1024;

/** Plan that a new draft starts from, and the place on this page where it was chosen. */
type Begun = { from: string; plan: object };

const NOT_A_PLAN =
  'Berkas ini bukan rencana kompensasi. Pilih berkas yang diunduh dari Berkas rencana.';

/** Begins a plan: from a template, an empty plan, an existing version, or a file. */
function NewPlanPage() {
  const navigate = useNavigate();
  const [imported, setImported] = useState<Imported | null>(null);

  const start = useMutation(async ({ plan }: Begun) => {
    const body = { plan };
    const { id } = await save('POST /api/admin/compensation-plan-drafts', { body });
    void navigate(adminPaths.planDraft(id));
    await untilLeft();
  });
  const read = useMutation(async (file: File) => {
    setImported(null);
    const plan = file.size <= LARGEST ? objectIn(await file.text()) : null;
    if (!plan) throw refused('file', NOT_A_PLAN);
    try {
      await request('POST /api/admin/compensation-plans/example', {
        body: askedOf(plan as PlanDocument, firstNetwork),
      });
    } catch (error) {
      const faults = faultsOf(error);
      if (!faults) throw error;
      return setImported({ plan, faults });
    }
    start.mutate({ from: 'file', plan });
  });
  const begin = (from: string, plan: object) => {
    read.reset();
    start.mutate({ from, plan });
  };
  const busy = start.variables?.from ?? (read.isPending ? 'file' : null);
  const failure =
    (start.error && sentence(start.error, 'Draf gagal dibuat. Coba lagi.')) ??
    (read.error && sentence(read.error, 'Berkas gagal diperiksa. Coba lagi.'));

  return (
    <Screen
      title="Buat rencana"
      text="Mulai dari contoh, dari kosong, atau dari versi yang ada. Hasilnya draf: belum ada bonus yang berubah sampai Anda menerbitkannya."
      back={{ to: adminPaths.compensation(), label: 'Semua versi' }}
    >
      {failure && (
        <div className="mb-5">
          <Problem text={failure} />
        </div>
      )}
      <Fetched query={templatesQuery}>
        {(templates) => (
          <Fetched query={versionsQuery}>
            {({ plans }) => (
              <>
                <h2 className="mb-3 font-display text-lg font-semibold">Dari contoh</h2>
                <ul className="grid gap-4 sm:grid-cols-2">
                  {templates.map(({ code, description, plan }) => (
                    <Start
                      key={code}
                      title={formOf(plan).name}
                      text={description}
                      place={code}
                      busy={busy}
                      onStart={() => begin(code, plan)}
                    />
                  ))}
                </ul>
                <h2 className="mt-8 mb-3 font-display text-lg font-semibold">Dari kosong</h2>
                <ul className="grid gap-4 sm:grid-cols-2">
                  <Start
                    title="Rencana kosong"
                    text="Satu peringkat untuk semua anggota dan belum ada bonus: susun semuanya sendiri."
                    place="empty"
                    busy={busy}
                    onStart={() => begin('empty', emptyPlan)}
                  />
                </ul>
                {plans.length > 0 && (
                  <h2 className="mt-8 mb-3 font-display text-lg font-semibold">
                    Dari versi yang ada
                  </h2>
                )}
                <ul className="grid gap-4 sm:grid-cols-2">
                  {plans.map(({ id, plan, is_used }) => (
                    <Start
                      key={id}
                      title={`Versi ${id}: ${plan.name}`}
                      text={is_used ? 'Versi yang dipakai sekarang.' : 'Versi terdahulu.'}
                      place={`version ${id}`}
                      busy={busy}
                      onStart={() => begin(`version ${id}`, plan)}
                    />
                  ))}
                </ul>
                <h2 className="mt-8 mb-3 font-display text-lg font-semibold">Dari berkas</h2>
                <ImportCard
                  busy={busy}
                  imported={imported}
                  onPick={(file) => {
                    start.reset();
                    read.mutate(file);
                  }}
                  onBegin={(plan) => begin('file', plan)}
                />
              </>
            )}
          </Fetched>
        )}
      </Fetched>
    </Screen>
  );
}

function objectIn(text: string): object | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

type ImportProps = {
  /** Place on the page whose action is in progress; null for none. */
  busy: string | null;
  imported: Imported | null;
  onPick: (file: File) => void;
  onBegin: (plan: object) => void;
};

function ImportCard({ busy, imported, onPick, onBegin }: ImportProps) {
  return (
    <div className="card p-5">
      <p className="mb-3 max-w-prose text-sm text-muted">
        Berkas rencana (JSON) yang diunduh dari sebuah versi atau draf, juga dari toko lain.
      </p>
      <FileButton
        accept=".json,application/json"
        busy={busy !== null}
        onPick={([file]) => file && onPick(file)}
      >
        <FileUp aria-hidden size={18} />
        {busy === 'file' ? 'Memeriksa...' : 'Impor berkas'}
      </FileButton>
      {imported && (
        <Faulty
          imported={imported}
          disabled={busy !== null}
          onBegin={() => onBegin(imported.plan)}
        />
      )}
    </div>
  );
}

type FaultyProps = { imported: Imported; disabled: boolean; onBegin: () => void };

function Faulty({ imported, disabled, onBegin }: FaultyProps) {
  const plan = formOf(imported.plan);
  return (
    <div role="alert" className="mt-4 rounded-2xl bg-warn-soft p-4 text-sm text-warn">
      <p className="font-semibold">Berkas ini belum dapat dipakai:</p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {imported.faults.map(({ field, message }) => (
          <li key={field}>
            {placeOf(field, plan)}: {message}
          </li>
        ))}
      </ul>
      <Button look="outline" className="mt-4" disabled={disabled} onClick={onBegin}>
        Buat draf dan perbaiki di sana
      </Button>
    </div>
  );
}

type StartProps = {
  title: string;
  text: string;
  /** Place on the page where this plan is offered, as in `Begun`. */
  place: string;
  /** Place on the page whose action is in progress; null for none. */
  busy: string | null;
  onStart: () => void;
};

function Start({ title, text, place, busy, onStart }: StartProps) {
  const isBusy = busy === place;
  return (
    <li className="flex flex-col card p-5">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 flex-1 text-sm text-muted">{text}</p>
      <Button
        look="outline"
        className="mt-4 self-start"
        busy={isBusy && 'Membuat draf...'}
        disabled={busy !== null && !isBusy}
        aria-label={isBusy ? undefined : `Mulai dari sini: ${title}`}
        onClick={onStart}
      >
        Mulai dari sini
      </Button>
    </li>
  );
}

export { NewPlanPage as Component };
