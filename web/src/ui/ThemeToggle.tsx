import { Moon, Sun } from 'lucide-react';
import { darkModeAtom, useAtom } from '@/state';
import { useHydrated } from '@/ui/useHydrated';

/** Switches between the light and the dark theme; takes the colour of its surroundings. */
export function ThemeToggle() {
  const [on, setOn] = useAtom(darkModeAtom);
  const hydrated = useHydrated();
  const dark = hydrated && on;
  return (
    <button
      type="button"
      aria-label={dark ? 'Ganti ke tema terang' : 'Ganti ke tema gelap'}
      disabled={!hydrated}
      onClick={() => setOn(!on)}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-brand-soft hover:text-brand"
    >
      <Sun size={20} className="hidden dark:block" />
      <Moon size={20} className="dark:hidden" />
    </button>
  );
}
