import { useQuery } from '@tanstack/react-query';
import {
  Bell,
  ChartNoAxesColumn,
  ChevronRight,
  Gift,
  Heart,
  History,
  LogOut,
  Mail,
  Package,
  Store,
  UserRoundPen,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import { plansQuery, useMe } from '@/api/accounts';
import { number } from '@/format';
import { paths } from '@/paths';
import { Avatar } from '@/components/Avatar';
import { Devices } from '@/components/Devices';
import { Link } from '@/ui/Link';
import { dialogPart, part } from '@/ui/part';
import { useTitle } from '@/ui/useTitle';
import { InviteCard } from '@/components/InviteCard';
import { isView } from '@/components/view';
import { useRestoredState } from '@/ui/useRestoredState';
import { UnverifiedNotice } from './UnverifiedNotice';
import { PrivacyCard } from './PrivacyCard';

// The page waits for the factors: arriving later, they would move the content below.
const SecondFactors = part(async () => {
  const module = await import('./SecondFactors');
  await module.fetchFactors();
  return module;
});
const LogoutDialog = dialogPart(() => import('@/components/LogoutDialog'));
const EmailDialog = dialogPart(() => import('@/components/EmailDialog'));
const NotificationsDialog = dialogPart(() => import('./NotificationsDialog'));

const groups = [
  {
    name: 'Belanja',
    links: [
      { to: paths.orders(), label: 'Pesanan saya', icon: Package },
      { to: paths.wishlist(), label: 'Favorite Saya', icon: Heart },
      { to: paths.editProfile(), label: 'Edit profil', icon: UserRoundPen },
    ],
  },
  {
    name: 'BV dan jaringan',
    links: [
      { to: paths.bonus(), label: 'Bonus Saya', icon: Gift },
      { to: paths.bvReport(), label: 'Laporan BV', icon: ChartNoAxesColumn },
      { to: paths.bvHistory(), label: 'History BV', icon: History },
      { to: paths.downline(), label: 'Info Jaringan', icon: UsersRound },
    ],
  },
];

const row =
  'flex min-h-14 w-full items-center gap-4 px-5 text-left font-medium hover:bg-brand-soft hover:text-brand -outline-offset-2';

/** The member's own page. */
function ProfilePage() {
  useTitle('Akun saya');
  const { data: me } = useMe();
  const plans = useQuery(plansQuery).data;
  const [leaving, setLeaving] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [moving, setMoving] = useRestoredState('email', false);
  if (!me) return null;
  const own = !isView();
  const plan = plans?.find(({ id }) => id === me.id_plan)?.name ?? `Plan ${me.id_plan}`;
  return (
    <div className="page max-w-4xl py-8 sm:py-12">
      <h1 className="font-display text-3xl font-semibold">Akun saya</h1>
      <section className="mt-6 flex flex-wrap items-center gap-5 card p-5 sm:p-6">
        <Avatar file={me.profile_picture} size="size-20" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="font-display text-xl font-semibold">{me.name}</p>
          <p className="text-sm break-all text-muted">{me.email}</p>
          <p className="mt-1 text-sm text-muted">
            {me.uid} · {plan}
          </p>
        </div>
        <p className="rounded-2xl bg-accent-soft px-5 py-3 text-center max-sm:w-full">
          <span className="block text-xs text-muted">BV Anda</span>
          <span className="text-xl font-semibold tabular-nums">{number(me.BV)}</span>
        </p>
      </section>
      {!me.email_verified && <UnverifiedNotice email={me.email} />}
      <div className="mt-5 grid grid-cols-1 gap-5 md:grid-cols-2">
        {groups.map(({ name, links }) => (
          <nav key={name} aria-label={name} className="divide-y divide-line overflow-hidden card">
            {links.map(({ to, label, icon: Icon }) => (
              <Link key={to} to={to} className={row}>
                <Icon aria-hidden size={20} className="text-brand" />
                <span className="flex-1">{label}</span>
                <ChevronRight aria-hidden size={18} className="text-muted" />
              </Link>
            ))}
            {name === 'Belanja' && me.role !== 'member' && (
              <Link to="/admin" className={row}>
                <Store aria-hidden size={20} className="text-brand" />
                <span className="flex-1">Kantor</span>
                <ChevronRight aria-hidden size={18} className="text-muted" />
              </Link>
            )}
            {/* Administrators change it in the office, where they confirm their identity. */}
            {name === 'Belanja' && own && me.role === 'member' && (
              <button type="button" onClick={() => setMoving(true)} className={row}>
                <Mail aria-hidden size={20} className="text-brand" />
                Ganti email
              </button>
            )}
            {name === 'Belanja' && own && (
              <button type="button" onClick={() => setChoosing(true)} className={row}>
                <Bell aria-hidden size={20} className="text-brand" />
                Pemberitahuan
              </button>
            )}
            {name === 'Belanja' && own && (
              <button type="button" onClick={() => setLeaving(true)} className={row}>
                <LogOut aria-hidden size={20} className="text-brand" />
                Logout
              </button>
            )}
          </nav>
        ))}
      </div>
      {me.email_verified && (
        <div className="mt-5">
          <InviteCard uid={me.uid} />
        </div>
      )}
      {own && (
        <>
          <SecondFactors />
          <Devices className="mt-5 grid gap-3 card p-5 sm:p-6" />
          <PrivacyCard uid={me.uid} />
        </>
      )}
      {moving && <EmailDialog email={me.email} onClose={() => setMoving(false)} />}
      {choosing && <NotificationsDialog onClose={() => setChoosing(false)} />}
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </div>
  );
}

export { ProfilePage as Component };
