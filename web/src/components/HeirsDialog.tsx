import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Heir } from '@/api/schema';
import { sentence } from '@/errors';
import { decimalText } from '@/components/percent';
import { refused } from '@/fieldErrors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';

/** Maximum number of heirs of a member. */
const MOST = 5;

type Typed = { key: number; name: string; relation: string; phone: string; share: string };

const blank = (key: number): Typed => ({ key, name: '', relation: '', phone: '', share: '' });

type Props = {
  heirs: Heir[];
  text: string;
  /** Sends the typed heirs; the message of a thrown error is shown. */
  onSave: (heirs: Heir[]) => Promise<void>;
  onClose: () => void;
  /** Further form fields. */
  children?: ReactNode;
};

/** Dialog to name heirs: their relation to the member, their contact, and their share. */
export default function HeirsDialog({ heirs, text, onSave, onClose, children }: Props) {
  const [typed, setTyped] = useRestoredState<Typed[]>('heirs.typed', () =>
    heirs.length === 0
      ? [blank(0)]
      : heirs.map(({ share_percent, ...heir }, key) => ({
          ...heir,
          key,
          share: share_percent?.toString() ?? '',
        })),
  );
  const { mutate, isPending, error } = useMutation(async () => {
    if (typed.some(({ share }) => !/^\d{0,3}$/.test(decimalText(share))))
      throw refused('share_percent', 'Bagian diisi angka bulat dari 1 sampai 100.');
    await onSave(
      typed.map(({ name, relation, phone, share }) => ({
        name,
        relation,
        phone,
        share_percent: decimalText(share) === '' ? null : Number(decimalText(share)),
      })),
    );
    onClose();
  });
  const tie = (heir: Typed, field: Exclude<keyof Typed, 'key'>) => ({
    value: heir[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((all) =>
        all.map((each) => (each.key === heir.key ? { ...each, [field]: target.value } : each)),
      ),
  });
  return (
    <Dialog title="Ahli waris" wide onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)} className="mt-2 grid gap-4">
        <p className="text-sm text-muted">{text}</p>
        {typed.map((heir, place) => (
          <fieldset key={heir.key} className="grid gap-4 rounded-2xl bg-sunken p-4 sm:grid-cols-2">
            <legend className="sr-only">Ahli waris {place + 1}</legend>
            <TextField label="Nama" maxLength={100} autoComplete="off" {...tie(heir, 'name')} />
            <TextField
              label="Hubungan"
              placeholder="Istri, anak, saudara"
              maxLength={50}
              autoComplete="off"
              {...tie(heir, 'relation')}
            />
            <TextField label="No. HP" type="tel" autoComplete="off" {...tie(heir, 'phone')} />
            <TextField
              label="Bagian (%)"
              hint="Boleh kosong; bila diisi, jumlah semuanya 100."
              inputMode="numeric"
              autoComplete="off"
              {...tie(heir, 'share')}
            />
            <Button
              look="outline"
              aria-label={`Hapus ahli waris ${place + 1}`}
              className="sm:col-span-2 sm:justify-self-end"
              onClick={() => setTyped((all) => all.filter((each) => each !== heir))}
            >
              <Trash2 aria-hidden size={16} /> Hapus
            </Button>
          </fieldset>
        ))}
        {typed.length < MOST && (
          <Button
            look="outline"
            onClick={() =>
              setTyped([...typed, blank(Math.max(-1, ...typed.map(({ key }) => key)) + 1)])
            }
          >
            <Plus aria-hidden size={16} /> Tambah ahli waris
          </Button>
        )}
        {children}
        {error && (
          <Problem text={sentence(error, 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.')} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose} disabled={isPending}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'}>
            Simpan
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
