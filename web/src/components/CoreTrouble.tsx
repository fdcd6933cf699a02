import { coreTroubleAtom } from '@/core';
import { useAtomValue } from '@/state';
import { Problem } from '@/ui/Problem';

/** Explains why calculated figures are missing, as long as the rules do not arrive. */
export function CoreTrouble() {
  const trouble = useAtomValue(coreTroubleAtom);
  if (!trouble) return null;
  return (
    <div className="mt-4">
      <Problem text="Perhitungan belum dapat dimuat. Periksa jaringan Anda; begitu tersambung, perhitungan tampil sendiri." />
    </div>
  );
}
