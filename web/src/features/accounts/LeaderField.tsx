import { useQuery } from '@tanstack/react-query';
import { leaderQuery } from '@/api/accounts';
import { ApiError } from '@/errors';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { TextField } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

type Props = {
  value: string;
  error: string | undefined;
  alone: boolean;
  /** Uid in a link that the visitor has followed; null for none. */
  inviter: string | null;
  onForget: () => void;
  onChange: (uid: string) => void;
  onAlone: (alone: boolean) => void;
};

/** Field for the leader's uid, which shows the leader's name; also allows no leader. */
export function LeaderField({ value, error, alone, inviter, onForget, onChange, onAlone }: Props) {
  const uid = useDebounced(value.trim().toUpperCase());
  const leader = useQuery({ ...leaderQuery(uid), enabled: uid !== '' && !alone });
  const unknown = leader.error instanceof ApiError && leader.error.status === 404;
  const asked = uid !== '' && !alone;
  return (
    <div>
      <TextField
        label="ID Leader"
        name="leader_id"
        placeholder="KS12345678"
        autoCapitalize="characters"
        value={alone ? '' : value}
        disabled={alone}
        onChange={(event) => onChange(event.target.value)}
        error={error ?? (asked && unknown ? 'ID Leader tidak ditemukan.' : undefined)}
        hint={asked && leader.data ? `Leader Anda: ${leader.data.name}` : undefined}
      />
      {inviter !== null && !alone && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Tautan undangan yang Anda buka: {inviter}
          <Button look="quiet" className="px-0!" onClick={onForget}>
            Hapus pengundang
          </Button>
        </p>
      )}
      <label className="mt-2 flex min-h-8 items-center gap-2 text-sm">
        <Checkbox checked={alone} onChange={(event) => onAlone(event.target.checked)} />
        Saya belum punya leader
      </label>
    </div>
  );
}
