import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '@/api/calls';
import type { ShownShades } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

/** Accent colour that applies while the shop has not chosen one. */
const OWN = '#0f7b5c';

const isColour = (text: string) => /^#[\da-f]{6}$/i.test(text);

type Props = { accent: string; error: string | undefined; onChange: (accent: string) => void };

/** Chooses the colour of links and buttons, and shows the resulting shades in both themes. */
export function AccentField({ accent, error, onChange }: Props) {
  const wanted = useDebounced(accent.trim());
  const shades = useQuery({
    ...query('/api/admin/brand/palette', { accent: isColour(wanted) ? wanted : OWN }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Field
        label="Warna toko"
        error={error}
        hint={accent ? 'Dipakai untuk tombol dan tautan.' : 'Warna bawaan dipakai.'}
      >
        {(wiring) => (
          <span className="flex items-center gap-2">
            <input
              type="color"
              aria-label="Pilih warna"
              value={isColour(accent) ? accent : OWN}
              onChange={(event) => onChange(event.target.value)}
              className="size-11 shrink-0 cursor-pointer rounded-xl border border-edge bg-surface p-1"
            />
            <input
              {...wiring}
              name="accent"
              value={accent}
              placeholder={OWN}
              maxLength={7}
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
            />
            {accent && (
              <Button look="outline" onClick={() => onChange('')}>
                Bawaan
              </Button>
            )}
          </span>
        )}
      </Field>
      {isColour(accent.trim()) && shades.data && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Sample theme="Tema terang" ground="#ffffff" ink="#12332a" shades={shades.data.light} />
          <Sample theme="Tema gelap" ground="#14221d" ink="#e9f1ec" shades={shades.data.dark} />
        </div>
      )}
    </>
  );
}

type SampleProps = { theme: string; ground: string; ink: string; shades: ShownShades };

/** Sample of the colour in one theme, independent of the current theme. */
function Sample({ theme, ground, ink, shades }: SampleProps) {
  const { brand, on_brand, soft, contrast, adjusted } = shades;
  return (
    <figure
      style={{ background: ground, color: ink }}
      className="rounded-xl border border-line p-4 text-sm"
    >
      <figcaption className="font-medium">{theme}</figcaption>
      <span className="mt-3 flex flex-wrap items-center gap-3">
        <span
          style={{ background: brand, color: on_brand }}
          className="rounded-full px-4 py-2 font-semibold"
        >
          Tombol
        </span>
        <span style={{ color: brand }} className="font-medium underline">
          Tautan
        </span>
        <span style={{ background: soft, color: brand }} className="rounded-full px-3 py-1">
          Tanda
        </span>
      </span>
      <span className="mt-3 block text-xs">
        {brand} · kontras {number(contrast)} : 1{adjusted && ' · disesuaikan agar mudah dibaca'}
      </span>
    </figure>
  );
}
