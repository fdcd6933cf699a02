import { useState, type ReactNode } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { list } from '@/api/pages';
import type { BonusId, MissedBonus } from '@/api/schema';
import { rupiah } from '@/format';
import { BonusSource } from '@/components/BonusSource';
import { MissedCard } from '@/components/MissedCard';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

type Bonus = { id: BonusId; period_name: string; bonus_rp: number };

/** Button that shows the sources of a member's bonuses, as in the member's view. */
export function BonusButton({ member, bonuses }: { member: string; bonuses: Bonus[] }) {
  return (
    <Explained member={member} of={bonuses.map(({ period_name }) => period_name).join(', ')}>
      {bonuses.map(({ id, period_name, bonus_rp }) => (
        <BonusSource
          key={id}
          title={`${period_name}: ${rupiah(bonus_rp)}`}
          list={list('/api/admin/bonuses/{id}/lines', { id })}
          whose={member}
          open={bonuses.length === 1}
        />
      ))}
    </Explained>
  );
}

/** Button that explains why a period paid a member nothing, as in the member's view. */
export function MissedButton({ member, bonus }: { member: string; bonus: MissedBonus }) {
  return (
    <Explained member={member} of={bonus.bv_period_name}>
      <MissedCard bonus={bonus} whose={member} />
    </Explained>
  );
}

type ExplainedProps = { member: string; of: string; children: ReactNode };

function Explained({ member, of, children }: ExplainedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        Rincian
        <span className="sr-only">
          {' '}
          bonus {member}, {of}
        </span>
      </Button>
      {open && (
        <Dialog title={`Bonus ${member}`} wide onClose={() => setOpen(false)}>
          <div className="mt-4 grid grid-cols-1 gap-3 text-left text-base wrap-break-word">
            {children}
          </div>
          <DialogFoot>
            <Button onClick={() => setOpen(false)}>Tutup</Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}
