import type { MemberDetail } from '@/api/schema';
import { Badge } from '@/ui/Badge';

/** Badge that shows whether an account can be used. */
export function AccountBadge({
  suspended_at,
  erased_at,
}: Pick<MemberDetail, 'suspended_at' | 'erased_at'>) {
  if (erased_at) return <Badge tone="info">Dihapus</Badge>;
  if (suspended_at) return <Badge tone="bad">Ditangguhkan</Badge>;
  return <Badge tone="good">Aktif</Badge>;
}
