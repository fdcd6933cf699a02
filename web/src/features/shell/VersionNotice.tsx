import { newVersionAtom, useAtomValue } from '@/state';

/** Shows that the shop has a newer version than this tab, with a button to load it at once. */
export function VersionNotice() {
  const there = useAtomValue(newVersionAtom);
  if (!there) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-info-soft px-4 text-sm text-info print:hidden"
    >
      Ada versi baru toko ini.
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="min-h-11 font-semibold underline underline-offset-4"
      >
        Muat ulang
      </button>
    </div>
  );
}
