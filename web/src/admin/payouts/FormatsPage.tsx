import { Plus } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DraftForm } from '@/admin/ui/DraftForm';
import { Screen } from '@/admin/ui/Screen';
import { useDraft } from '@/admin/ui/useDraft';
import type { BankFileFormat, BankFileFormats } from '@/api/schema';
import { save } from '@/api/save';
import { bankChoices } from '@/components/registration';
import { Button } from '@/ui/Button';
import { Fetched } from '@/ui/Fetched';
import { toast } from '@/ui/toast';
import { FormatFields } from './FormatFields';
import { mostFormats, newFormat } from './formats';

const query = adminQuery('/api/admin/payouts/formats');

/** Formats of the shop's banks for transfers: set up once, downloaded with each payout. */
function FormatsPage() {
  return (
    <Screen
      title="Format berkas bank"
      text="Tiru kolom templat bank Anda sekali di sini. Setiap pembayaran yang disetujui lalu dapat diunduh dalam format itu; cocokkan hasilnya dengan petunjuk bank sebelum diunggah."
      back={{ to: adminPaths.payouts(), label: 'Semua pembayaran' }}
    >
      <Fetched query={query}>{(kept) => <FormatsForm kept={kept} />}</Fetched>
    </Screen>
  );
}

const same = (formats: BankFileFormats) => formats;

function FormatsForm({ kept }: { kept: BankFileFormats }) {
  const draft = useDraft<BankFileFormats>({
    name: 'bank-files',
    initial: kept,
    read: same,
    save: async (body) => {
      await save('PUT /api/admin/payouts/formats', { body }, { keep: query });
      toast('success', 'Format berkas disimpan.');
    },
  });
  const { formats } = draft.draft;
  const { change, errors } = draft;
  const put = (at: number, typed: BankFileFormat | null) =>
    change({
      formats: formats.flatMap((each, place) =>
        place !== at ? [each] : typed === null ? [] : [typed],
      ),
    });
  return (
    <DraftForm draft={draft} labels={{ formats: 'format berkas' }}>
      <div className="grid gap-6">
        {errors.formats && (
          <p role="alert" className="text-sm text-danger">
            {errors.formats}
          </p>
        )}
        {formats.map((format, at) => (
          <FormatFields
            // A format has no name before one is typed, so the place is the key.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            format={format}
            place={at + 1}
            banks={bankChoices(format.bank)}
            onChange={(typed) => put(at, typed)}
          />
        ))}
        {formats.length < mostFormats && (
          <div>
            <Button look="outline" onClick={() => change({ formats: [...formats, newFormat] })}>
              <Plus aria-hidden size={18} />
              Tambah format
            </Button>
          </div>
        )}
      </div>
    </DraftForm>
  );
}

export { FormatsPage as Component };
