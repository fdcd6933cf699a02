import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { Screen } from '@/admin/ui/Screen';
import { roleNames } from '@/admin/roles';
import { ApiError, sentence } from '@/errors';
import type { MemberDetail } from '@/api/schema';
import { dateTime } from '@/dates';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { AccountBadge } from './AccountBadge';
import { DoublesPart } from './DoublesPart';
import { HeirsPart } from './HeirsPart';
import { MemberActions } from './MemberActions';
import { MemberNotes } from './MemberNotes';
import { Orders, Returns } from './MemberOrders';
import { Bonuses, Changes, Facts, Volume } from './MemberParts';
import { adminQuery } from '@/admin/ui/adminQuery';
import { PathLine } from './PathLine';
import { TaxNumberPart } from './TaxNumberPart';
import { ViewAsMember } from './ViewAsMember';

const back = { to: adminPaths.members(), label: 'Kembali ke daftar anggota' };

/** Page of a member: data, history, and possible actions. */
function MemberPage() {
  const { uid = '' } = useParams();
  const { data, error, refetch } = useQuery(
    adminQuery('/api/admin/members/{uid}', { uid: uid.toUpperCase() }),
  );
  // The notes load together with the page, so that nothing moves while it is tapped.
  const { isLoading } = useQuery(
    adminQuery('/api/admin/members/{uid}/notes', { uid: data?.uid ?? uid.toUpperCase() }),
  );
  if (data && !isLoading) return <Shown key={uid} member={data} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Screen title="Anggota" back={back}>
        <Empty icon={UserX} title="Anggota tidak ditemukan" text={`Tidak ada anggota ${uid}.`}>
          <Link to={adminPaths.members()} className={buttonClass()}>
            Cari anggota
          </Link>
        </Empty>
      </Screen>
    );
  return (
    <Screen title="Anggota" back={back}>
      {error && !data ? (
        <Problem
          text={sentence(error, 'Data anggota gagal dimuat.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function Shown({ member }: { member: MemberDetail }) {
  const reason = member.changes.find(({ action }) => action === 'suspend')?.after as
    { reason?: string } | null | undefined;
  return (
    <Screen
      title={member.name}
      text={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <span className="tabular-nums">{member.uid}</span>
          <AccountBadge {...member} />
          {member.role !== 'member' && <Badge tone="info">{roleNames[member.role]}</Badge>}
        </span>
      }
      back={back}
      actions={
        <>
          <ViewAsMember member={member} />
          <MemberActions member={member} />
        </>
      }
    >
      {member.erased_at && (
        <p className="mb-4 rounded-2xl bg-sunken px-4 py-3 text-sm">
          Anggota ini menghapus akunnya pada {dateTime(member.erased_at)}. Yang tersisa adalah
          pembukuan tanpa nama.
        </p>
      )}
      {member.suspended_at && !member.erased_at && (
        <p className="mb-4 rounded-2xl bg-danger-soft px-4 py-3 text-sm text-danger">
          Ditangguhkan sejak {dateTime(member.suspended_at)}
          {reason?.reason && `: ${reason.reason}`}
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="grid min-w-0 gap-4">
          {member.likely_doubles.length > 0 && <DoublesPart member={member} />}
          <Facts member={member} />
          <TaxNumberPart member={member} />
          <HeirsPart member={member} />
          <Orders orders={member.orders} />
          <Returns returns={member.returns} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Above uid={member.uid} />
          <Volume periods={member.periods} />
          <Bonuses member={member.name} bonuses={member.bonuses} missed={member.missed} />
          {!member.erased_at && <MemberNotes uid={member.uid} />}
          <Changes changes={member.changes} />
        </div>
      </div>
    </Screen>
  );
}

/** Leaders above the member, up to the top. */
function Above({ uid }: { uid: string }) {
  const { data, error, refetch } = useQuery(
    adminQuery('/api/admin/members/{uid}/path', { uid: uid }),
  );
  return (
    <section aria-labelledby="above" className="min-w-0 card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="above" className="font-display text-lg font-semibold">
          Jaringan
        </h2>
        <Link
          to={adminPaths.network(uid)}
          className="text-sm font-medium text-brand hover:underline"
        >
          Buka di jaringan
        </Link>
      </div>
      <div className="mt-2 min-h-11">
        {data ? (
          <PathLine path={data.path} linked />
        ) : error ? (
          <Problem
            text={sentence(error, 'Jalur anggota gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <p role="status" className="text-sm text-muted">
            Memuat data...
          </p>
        )}
      </div>
    </section>
  );
}

export { MemberPage as Component };
