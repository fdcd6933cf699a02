import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { MemberPicker } from '@/admin/components/MemberPicker';
import { adminQuery } from '@/admin/ui/adminQuery';
import { useAddressParams } from '@/ui/useAddressParams';
import { NetworkTree } from './NetworkTree';

/** Network of members, level by level; a search opens the path to a member. */
function NetworkPage() {
  const target = useAddressParams().get('member');
  const navigate = useNavigate();
  return (
    <Screen
      title="Jaringan"
      text="Buka tingkat demi tingkat, atau cari anggota untuk membuka jalurnya. Dengan keyboard: panah atas dan bawah berpindah, panah kanan membuka, panah kiri menutup."
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <MemberPicker
            label="Cari anggota di jaringan"
            onPick={({ uid }) => void navigate(adminPaths.network(uid))}
          />
        </div>
        {target && (
          <Button look="outline" onClick={() => void navigate(adminPaths.network())}>
            <X aria-hidden size={17} /> Dari puncak
          </Button>
        )}
      </div>
      {target ? <Opened key={target} uid={target} /> : <NetworkTree trail={[]} />}
    </Screen>
  );
}

/** Network with the path to a member open. */
function Opened({ uid }: { uid: string }) {
  const { data, error, refetch } = useQuery(
    adminQuery('/api/admin/members/{uid}/path', { uid: uid.toUpperCase() }),
  );
  if (data) return <NetworkTree trail={data.path} />;
  return error ? (
    <Problem text={sentence(error, 'Jalur anggota gagal dimuat.')} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
}

export { NetworkPage as Component };
