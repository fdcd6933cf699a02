import { Moon, Sun } from 'lucide-react';
import { darkModeAtom, useAtom } from '@/state';

/** Changes between the light and the dark theme; it has the colour of what stands around it. */
export function ThemeToggle() {
  const [dark, setDark] = useAtom(darkModeAtom);
  return (
    <button
      type="button"
      aria-label={dark ? 'Ganti ke tema terang' : 'Ganti ke tema gelap'}
      onClick={() => setDark(!dark)}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-brand-soft hover:text-brand"
    >
      {dark ? <Sun size={20} /> : <Moon size={20} />}
    </button>
  );
}
