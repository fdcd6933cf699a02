import { Download } from 'lucide-react';
import { saveFile } from '@/ui/saveFile';
import { Button } from '@/ui/Button';
import { Fold } from '@/ui/Fold';
import { codeOf } from './changes';

/** Foldable card that shows the plan as JSON, exactly as it is exported. */
export function DocumentFold({ name, plan }: { name: string; plan: object }) {
  const text = JSON.stringify(plan, null, 2);
  return (
    <Fold title="Berkas rencana">
      <p className="mt-2 max-w-prose text-sm text-muted">
        Simpan sebagai cadangan, atau impor di toko lain lewat Buat rencana.
      </p>
      <Button
        look="outline"
        className="mt-3"
        onClick={() =>
          saveFile(
            `rencana-${codeOf(name, [])}.json`,
            new Blob([text], { type: 'application/json' }),
          )
        }
      >
        <Download aria-hidden size={17} />
        Unduh berkas
      </Button>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys
        tabIndex={0}
        aria-label="Isi berkas"
        className="mt-3 mb-3 max-h-96 overflow-auto rounded-xl bg-sunken p-4 text-xs"
      >
        {text}
      </pre>
    </Fold>
  );
}
