import { coreTroubleAtom } from '@/core';
import { useAtomValue } from '@/state';
import { Problem } from '@/ui/Problem';

/** Says why what is calculated is not there, for as long as the rules do not come. */
export function CoreTrouble() {
  const trouble = useAtomValue(coreTroubleAtom);
  if (!trouble) return null;
  return (
    <div className="mt-4">
      <Problem text="Perhitungan belum dapat dimuat. Periksa jaringan Anda; begitu tersambung, perhitungan tampil sendiri." />
    </div>
  );
}
