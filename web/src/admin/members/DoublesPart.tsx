import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import type { LikelyDouble, MemberDetail } from '@/api/schema';
import { date } from '@/dates';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { Part } from './Part';

/**
 * Other members who may be the same person, each with the shared facts and a button to state that
 * they are two persons.
 */
export function DoublesPart({ member }: { member: MemberDetail }) {
  const [asking, setAsking] = useState<LikelyDouble>();
  const dismiss = async ({ uid }: LikelyDouble) => {
    const keep = adminQuery('/api/admin/members/{uid}', { uid: member.uid });
    const given = { params: { uid: member.uid }, body: { other: uid } };
    await save('POST /api/admin/members/{uid}/dismiss-double', given, { keep });
    toast('success', 'Tandanya dihapus.');
  };
  return (
    <Part id="doubles" title="Mungkin akun ganda">
      <p className="mb-2 text-sm text-muted">
        Satu orang hanya boleh punya satu akun. Tanyakan kepada anggota bila ragu; pemilik toko
        dapat menangguhkan akun yang kedua.
      </p>
      <ul className="grid divide-y divide-line text-sm">
        {member.likely_doubles.map((other) => (
          <li key={other.uid} className="flex flex-wrap items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <Link
                to={adminPaths.member(other.uid)}
                className="font-medium text-brand hover:underline"
              >
                {other.name} ({other.uid})
              </Link>
              <span className="block">{sharedBy(other)}</span>
              <span className="block text-xs text-muted">Ditandai {date(other.found_at)}</span>
            </span>
            <Button
              look="outline"
              aria-label={`Bukan orang yang sama: ${other.name}`}
              onClick={() => setAsking(other)}
            >
              Bukan orang yang sama
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          title="Bukan orang yang sama?"
          text={`${member.name} dan ${asking.name} tidak lagi ditandai sebagai akun ganda.`}
          confirm="Ya, dua orang"
          failed="Gagal menyimpan. Coba lagi."
          onConfirm={() => dismiss(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Part>
  );
}

/** Facts that both members have, as a sentence. */
function sharedBy({ same_phone, same_bank_account, same_birth_date }: LikelyDouble) {
  const facts = [
    same_phone && 'nomor HP',
    same_bank_account && 'rekening bank',
    same_birth_date && 'tanggal lahir',
  ].filter((fact) => fact !== false);
  return `Sama: ${facts.join(', ')}`;
}
