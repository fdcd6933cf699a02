import { MessageCircle, PencilLine } from 'lucide-react';
import { type ReactNode } from 'react';
import { actions } from '@/admin/components/auditLabels';
import { BonusButton, MissedButton } from '@/admin/components/BonusButton';
import { whatsappNumber } from '@/admin/components/whatsappNumber';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import type {
  AuditEntry,
  Bonus,
  LeaderName,
  MemberDetail,
  MissedBonus,
  PeriodPoints,
} from '@/api/schema';
import { date, dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { useHasRole } from '@/admin/roles';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { dialogPart } from '@/ui/part';
import { useRestoredState } from '@/ui/useRestoredState';
import { Nothing, Part } from './Part';

const CorrectionDialog = dialogPart(() => import('./CorrectionDialog'));

function LeaderLink({ leader }: { leader: LeaderName }) {
  return (
    <Link to={adminPaths.member(leader.uid)} className="text-brand hover:underline">
      {leader.name} ({leader.uid})
    </Link>
  );
}

/** Bank account that bonuses are paid to, and the accounts before it. */
function BankAccounts({ member }: { member: MemberDetail }) {
  const { changes, held_until, failed_at } = member.bank_history;
  return (
    <>
      {member.bank ? `${member.bank} ${member.bank_account}` : '–'}
      {held_until && (
        <span className="block text-warn">
          Rekening baru: bonus belum dibayarkan sampai {dateTime(held_until)}
        </span>
      )}
      {failed_at && (
        <span className="block text-warn">
          Transfer gagal {dateTime(failed_at)}: bonus menunggu anggota mengganti atau memastikannya
        </span>
      )}
      {changes.map(({ changed_at, bank_before, bank_account_before }) => (
        <span key={changed_at} className="block text-muted">
          {bank_before ? `Sebelumnya ${bank_before} ${bank_account_before}, diganti` : 'Diisi'}{' '}
          {dateTime(changed_at)}
        </span>
      ))}
    </>
  );
}

/** Phone number, with links to call it or write to it. */
function Call({ member: { name, phone } }: { member: MemberDetail }) {
  const dialled = whatsappNumber(phone);
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <a href={`tel:${phone}`} className="py-1 text-brand hover:underline">
        {phone}
      </a>
      {dialled && (
        <a
          href={`https://wa.me/${dialled}?text=${encodeURIComponent(`Halo ${name}, ini ${shop.name}.`)}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 py-1 text-brand hover:underline"
        >
          <MessageCircle aria-hidden size={16} /> WhatsApp
        </a>
      )}
    </span>
  );
}

/** Facts about the member. */
export function Facts({ member }: { member: MemberDetail }) {
  const owner = useHasRole('owner');
  const [open, setOpen] = useRestoredState('correction', false);
  const mayCorrect = !member.erased_at && (owner || member.role === 'member');
  const facts: [string, ReactNode][] = [
    ['Email', !member.erased_at && member.email],
    ['Nomor HP', member.phone && <Call key="phone" member={member} />],
    ['Alamat', member.address],
    ['Bank', <BankAccounts key="bank" member={member} />],
    ['Jenis kelamin', { L: 'Laki-laki', P: 'Perempuan' }[member.gender]],
    ['Tanggal lahir', member.birth_date && date(member.birth_date)],
    ['Leader', member.leader && <LeaderLink leader={member.leader} />],
    [
      'Downline',
      `${number(member.directs)} langsung, ${number(member.downlines)} di semua tingkat`,
    ],
    ['Bergabung', dateTime(member.joined_at)],
    [
      'Terakhir di toko',
      member.last_seen && `${dateTime(member.last_seen.at)}, ${member.last_seen.device}`,
    ],
  ];
  return (
    <Part id="facts" title="Data anggota">
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents max-sm:block">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value || '–'}</dd>
          </div>
        ))}
      </dl>
      {mayCorrect && (
        <Button look="outline" className="mt-4" onClick={() => setOpen(true)}>
          <PencilLine aria-hidden size={17} /> Perbaiki data
        </Button>
      )}
      {open && <CorrectionDialog member={member} onClose={() => setOpen(false)} />}
    </Part>
  );
}

/** Points of the newest periods. */
export function Volume({ periods }: { periods: PeriodPoints[] }) {
  return (
    <Part id="volume" title="Business volume">
      {periods.length === 0 ? (
        <Nothing>Toko belum punya periode BV.</Nothing>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">BV per periode</caption>
          <thead className="text-left text-xs text-muted">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Periode
              </th>
              <th scope="col" className="py-1 pl-3 text-right font-medium">
                Pribadi
              </th>
              <th scope="col" className="py-1 pl-3 text-right font-medium">
                Grup (termasuk pribadi)
              </th>
            </tr>
          </thead>
          <tbody>
            {periods.map(({ period_id, name, is_calculated, own_bv, group_bv }) => (
              <tr key={period_id} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {name} {!is_calculated && <Badge tone="info">Belum dikalkulasi</Badge>}
                </th>
                <td className="py-2 pl-3 text-right tabular-nums">{number(own_bv)}</td>
                <td className="py-2 pl-3 text-right tabular-nums">{number(group_bv)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}

type BonusesProps = { member: string; bonuses: Bonus[]; missed: MissedBonus[] };

/** Every bonus, and the periods without one because needs were not met. */
export function Bonuses({ member, bonuses, missed }: BonusesProps) {
  return (
    <Part id="bonuses" title="Bonus">
      {bonuses.length + missed.length === 0 ? (
        <Nothing>Belum ada bonus.</Nothing>
      ) : (
        <ul className="grid divide-y divide-line text-sm">
          {bonuses.map(({ id, bv_period_name, bonus_rupiah, status, net_rp }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 py-2.5">
              <span className="flex-1 basis-40">{bv_period_name}</span>
              <Badge tone={status === 'paid' ? 'good' : 'waiting'}>
                {status === 'paid' ? 'Sudah dibayar' : 'Belum dibayar'}
              </Badge>
              <span className="ml-auto text-right tabular-nums">
                {rupiah(bonus_rupiah)}
                {net_rp != null && (
                  <span className="block text-xs text-muted">{rupiah(net_rp)} setelah pajak</span>
                )}
              </span>
              <BonusButton
                member={member}
                bonuses={[{ id, period_name: bv_period_name, bonus_rp: bonus_rupiah }]}
              />
            </li>
          ))}
          {missed.map((bonus) => (
            <li key={bonus.bv_period_id} className="flex flex-wrap items-center gap-3 py-2.5">
              <span className="flex-1 basis-40">{bonus.bv_period_name}</span>
              <span className="text-muted">Syarat tidak terpenuhi</span>
              <MissedButton member={member} bonus={bonus} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Changes that administrators made to the account. */
export function Changes({ changes }: { changes: AuditEntry[] }) {
  const owner = useHasRole('owner');
  const { key } = changes[0] ?? {};
  return (
    <Part id="changes" title="Perubahan oleh pengelola">
      {changes.length === 0 ? (
        <Nothing>Belum ada yang diubah pengelola.</Nothing>
      ) : (
        <ul className="grid divide-y divide-line text-sm">
          {changes.map(({ id, at, action, actor_name, after }) => (
            <li key={id} className="py-2.5">
              <span className="block font-medium first-letter:uppercase">
                {actions[action] ?? action}
              </span>
              <span className="block text-xs text-muted">
                {dateTime(at)} oleh {actor_name}
              </span>
              {(after as { reason?: string } | null)?.reason && (
                <span className="wrap-anywhere">{(after as { reason: string }).reason}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {owner && key && (
        <Link
          to={adminPaths.audit({ subject: 'member', key })}
          className="mt-2 inline-block text-sm font-medium text-brand hover:underline"
        >
          Semua catatan
        </Link>
      )}
    </Part>
  );
}
