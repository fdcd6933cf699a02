import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '@/api/calls';
import { sentence } from '@/errors';
import type { MemberRow } from '@/api/schema';
import { Combobox } from '@/ui/Combobox';
import { inputClass } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

type Props = {
  label: string;
  onPick: (member: MemberRow) => void;
  /** Member who cannot be picked. */
  except?: string;
  error?: boolean;
};

/** Finds one member by name, uid, e-mail address or phone number. */
export function MemberPicker({ label, onPick, except, error = false }: Props) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const found = useQuery({
    ...query('/api/admin/members', { search, limit: 8 }),
    enabled: search !== '',
  });
  const members = (found.data?.members ?? []).filter(({ uid }) => uid !== except);
  return (
    <Combobox
      options={members}
      keyOf={({ uid }) => uid}
      render={(member) => (
        <span className="min-w-0">
          <span className="font-medium">{member.name}</span>{' '}
          <span className="text-muted">{member.uid}</span>
          <span className="block truncate text-xs text-muted">
            {member.suspended_at ? 'Ditangguhkan' : member.email}
          </span>
        </span>
      )}
      onPick={(member) => {
        setTyped('');
        onPick(member);
      }}
      ready={search !== ''}
      note={
        found.error
          ? sentence(found.error, 'Pencarian gagal. Coba lagi.')
          : found.isPending
            ? 'Mencari...'
            : 'Tidak ada anggota yang cocok.'
      }
      type="search"
      aria-label={label}
      placeholder="Nama, ID, atau email"
      aria-invalid={error}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={inputClass(error)}
    />
  );
}
