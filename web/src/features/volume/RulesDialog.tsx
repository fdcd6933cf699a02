import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

/** The rules of core's `allocate`, in words. */
const rules = [
  'Total BV di bawah 200: semuanya masuk Plan A.',
  'Total BV tepat 400: 200 untuk Plan A dan 200 untuk Plan B.',
  'Total BV di atas 400: Plan B menjadi 200, sisanya masuk Plan A.',
  'Total BV di atas 200 dan Plan B 200 atau lebih: Plan B menjadi 200, sisanya masuk Plan A.',
  'Total BV di atas 200, Plan B lebih besar dari Plan A, dan keduanya di bawah 200: Plan B menjadi 200, sisanya masuk Plan A.',
  'Selain itu, pembagian yang Anda pilih tetap berlaku.',
];

/** Explains the allocation of points. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Rules Alokasi BV" onClose={onClose} wide>
      <ol className="mt-4 grid list-decimal gap-2 pl-5 text-sm marker:font-semibold marker:text-brand">
        {rules.map((rule) => (
          <li key={rule} className="pl-1">
            {rule}
          </li>
        ))}
      </ol>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </Dialog>
  );
}
