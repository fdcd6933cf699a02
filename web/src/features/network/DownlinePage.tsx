import { Search, UsersRound } from 'lucide-react';
import { useMe } from '@/api/accounts';
import { sentence } from '@/errors';
import { downlines } from '@/api/network';
import { usePages } from '@/api/pages';
import type { Downline } from '@/api/schema';
import { number } from '@/format';
import { paths } from '@/paths';
import { InviteCard } from '@/components/InviteCard';
import { Avatar } from '@/components/Avatar';
import { BackLink } from '@/ui/BackLink';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';
import { SearchBox } from '@/ui/SearchBox';
import { useAddressParams } from '@/ui/useAddressParams';
import { useTitle } from '@/ui/useTitle';

/** Downline of the member, at any depth. */
function DownlinePage() {
  useTitle('Info Jaringan');
  const search = useAddressParams().get('search')?.trim() ?? '';
  const { pages, error, retry, stale, more } = usePages(downlines(search));
  const total = pages?.[0]?.total;
  const me = useMe().data;
  return (
    <div className="page max-w-5xl py-6 sm:py-10">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex flex-1 basis-72 items-center gap-2">
          <BackLink to={paths.profile()} label="Kembali ke akun" />
          <h1 className="flex flex-wrap items-baseline gap-x-3 font-display text-3xl font-semibold">
            Info Jaringan
            {total !== undefined && (
              <span className="font-sans text-base font-normal text-muted">
                {number(total)} anggota
              </span>
            )}
          </h1>
        </div>
        <SearchBox label="Cari nama atau ID" className="grow basis-72 sm:grow-0" />
      </div>
      <div className="mt-6 grid grid-cols-1 gap-5">
        {pages ? (
          <Members
            members={pages.flatMap((page) => page.downlines)}
            search={search}
            stale={stale}
            more={more}
          />
        ) : error ? (
          <Problem text={sentence(error, 'Gagal memuat downline.')} onRetry={retry} />
        ) : (
          <Loading />
        )}
        {me && <InviteCard uid={me.uid} />}
      </div>
    </div>
  );
}

type MembersProps = {
  members: Downline[];
  search: string;
  stale: boolean;
  more: ReturnType<typeof usePages>['more'];
};

function Members({ members, search, stale, more }: MembersProps) {
  if (members.length === 0)
    return search ? (
      <Empty icon={Search} title={`Tidak ada downline yang cocok dengan “${search}”.`} />
    ) : (
      <Empty
        icon={UsersRound}
        title="Belum ada downline."
        text="Bagikan tautan pendaftaran Anda, dan yang mendaftar lewat tautan itu muncul di sini."
      />
    );
  return (
    <section
      aria-label="Daftar downline"
      aria-busy={stale}
      // Scrollable content must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[15rem] overflow-y-auto rounded-2xl border border-line bg-sunken p-2 sm:p-3"
    >
      <ul className="grid grid-cols-1 gap-2 md:grid-cols-2">
        {members.map((member) => (
          <MemberCard key={member.uid} member={member} />
        ))}
      </ul>
      <LoadMore more={more} className="pt-3" />
    </section>
  );
}

function MemberCard({ member }: { member: Downline }) {
  return (
    <li className="flex min-w-0 items-center gap-3 card p-3">
      <Avatar file={member.profile_picture} size="size-12" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className="font-medium">{member.name}</span>
          <span className="rounded-full bg-brand-soft px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-brand">
            Level {number(member.level)}
          </span>
        </p>
        {member.email && <p className="truncate text-muted">{member.email}</p>}
        <p className="text-muted">
          {member.uid}
          {member.leader_id && (
            <>
              {' · '}
              <span className="inline-block">Recruiter: {member.leader_id}</span>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

export { DownlinePage as Component };
