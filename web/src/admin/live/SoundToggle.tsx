import { Bell, BellOff } from 'lucide-react';
import { beep } from '@/admin/components/beep';
import { useAtom } from '@/state';
import { silentAtom } from './sound';

/** Turns the sound of new orders on or off; turning it on plays it at once. */
export function SoundToggle() {
  const [silent, setSilent] = useAtom(silentAtom);
  const Icon = silent ? BellOff : Bell;
  return (
    <button
      type="button"
      aria-label="Bunyi pesanan baru"
      aria-pressed={!silent}
      title={silent ? 'Bunyi pesanan baru: mati' : 'Bunyi pesanan baru: nyala'}
      onClick={() => {
        setSilent(!silent);
        if (silent) beep('done');
      }}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-brand-soft hover:text-brand"
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
