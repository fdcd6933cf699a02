import { LifeBuoy, LogOut, Menu, Store, X } from 'lucide-react';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useMe } from '@/api/accounts';
import { ApiError, sentence } from '@/errors';
import type { User } from '@/api/schema';
import { adminPaths } from '@/admin/paths';
import { roleNames } from '@/admin/roles';
import { Confirmation } from '@/components/Confirmation';
import { Logo } from '@/components/Logo';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { tokenAtom, useAtomValue } from '@/state';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link, NavLink } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { neededPart } from '@/ui/neededPart';
import { dialogPart } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { ThemeToggle } from '@/ui/ThemeToggle';
import { useWayBack } from '@/ui/useWayBack';
import { SoundToggle } from './live/SoundToggle';
import { useLive } from './live/useLive';
import { useWaiting } from './live/waiting';
import { AdminNav } from './AdminNav';

const LogoutDialog = dialogPart(() => import('@/components/LogoutDialog'));
const FactorNeeded = neededPart(() => import('./FactorNeeded'));

/** The office: pages for administrators, with their own navigation. */
export function Admin() {
  const token = useAtomValue(tokenAtom);
  const me = useMe();
  const way = useWayBack();
  if (token === null) return <Navigate to={paths.login()} replace state={way} />;
  if (me.data) return me.data.role === 'member' ? <NotForMembers /> : <AdminFrame me={me.data} />;
  if (me.isError && !(me.error instanceof ApiError && me.error.status === 401))
    return (
      <main id="main" className="page py-10">
        <h1 className="sr-only">Kantor</h1>
        <Problem
          text={sentence(me.error, 'Gagal memuat data akun.')}
          onRetry={() => void me.refetch()}
        />
      </main>
    );
  return (
    <main id="main">
      <Loading page />
    </main>
  );
}

function NotForMembers() {
  return (
    <main id="main" className="page py-10">
      <h1 className="sr-only">Kantor</h1>
      <Empty
        icon={Store}
        title="Halaman ini untuk pengelola toko"
        text="Akun Anda adalah akun anggota. Login dengan akun pengelola untuk membuka kantor."
      >
        <Link to={paths.home()} className={buttonClass()}>
          Kembali ke toko
        </Link>
      </Empty>
    </main>
  );
}

/** Deletes drafts that another administrator has typed in this tab. */
function useOwnDrafts(uid: string) {
  const owner = 'admin:owner';
  useState(() => {
    if (sessionStorage.getItem(owner) === uid) return;
    const others = Object.entries(sessionStorage).filter(([key]) => !key.startsWith('admin:'));
    // `clear` also removes values held in memory because the storage is full or blocked; no list
    // contains their keys.
    sessionStorage.clear();
    for (const [key, text] of others) sessionStorage.setItem(key, String(text));
    sessionStorage.setItem(owner, uid);
  });
}

function AdminFrame({ me }: { me: User }) {
  useOwnDrafts(me.uid);
  const heard = useLive(!me.needs_factor);
  const waiting = useWaiting(!me.needs_factor);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  const [open, setOpen] = useState(false);

  // Keyboard and screen reader start at the top of the new page. The focus moves before a key is
  // pressed there, never between two keys.
  useLayoutEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    setOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  // Scrolls a long menu to the current section.
  useEffect(() => {
    const room = document.querySelector('#admin-menu [aria-current=page]');
    room?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the room that is marked follows the address
  }, [pathname, open]);

  return (
    <div className="min-h-dvh xl:grid xl:grid-cols-[16rem_minmax(0,1fr)] print:block">
      <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur xl:h-dvh xl:border-r xl:border-b-0 xl:bg-sunken print:hidden">
        <div className="flex h-16 items-center gap-2 px-4 xl:px-5">
          <button
            type="button"
            aria-label={open ? 'Tutup menu' : 'Buka menu'}
            aria-expanded={open}
            aria-controls="admin-menu"
            onClick={() => setOpen(!open)}
            className={`${roundButton} -ml-2 xl:hidden`}
          >
            {open ? <X size={22} /> : <Menu size={22} />}
          </button>
          <Link to="/admin" className="mr-auto min-w-0" aria-label={`${shop.name}, kantor`}>
            <Logo />
          </Link>
          <div className="flex text-muted">
            <SoundToggle />
            <ThemeToggle />
          </div>
        </div>
        <nav
          id="admin-menu"
          aria-label="Kantor"
          className={`${open ? 'flex' : 'hidden'} max-h-[calc(100dvh-4rem)] flex-col overflow-y-auto pb-4 xl:flex xl:h-[calc(100dvh-4rem)] xl:overflow-hidden`}
        >
          <div className="px-3 xl:min-h-0 xl:flex-1 xl:overflow-y-auto">
            <AdminNav role={me.role} waiting={waiting} />
          </div>
          <Account me={me} />
        </nav>
      </header>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8 print:p-0"
      >
        <Suspense fallback={<Loading />}>
          {me.needs_factor ? <FactorNeeded /> : <Outlet />}
        </Suspense>
      </main>
      <p aria-live="polite" className="sr-only">
        <span key={heard.place}>{heard.said}</span>
      </p>
      <Confirmation />
    </div>
  );
}

const roundButton =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand';

const footLink =
  'flex min-h-11 flex-1 items-center gap-2 rounded-xl px-3 text-sm font-medium whitespace-nowrap hover:bg-brand-soft hover:text-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand';

function Account({ me }: { me: User }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <div className="mx-3 mt-auto border-t border-line pt-3">
      <div className="flex">
        <Link to={paths.home()} className={footLink}>
          <Store aria-hidden size={18} className="shrink-0" />
          Lihat toko
        </Link>
        <NavLink to={adminPaths.manual()} className={footLink}>
          <LifeBuoy aria-hidden size={18} className="shrink-0" />
          Panduan
        </NavLink>
      </div>
      <div className="flex items-center gap-2 pl-3">
        <Link
          to={adminPaths.account()}
          className="flex min-h-11 min-w-0 flex-1 flex-col justify-center text-sm hover:text-brand"
        >
          <span className="truncate font-medium">{me.name}</span>
          <span className="truncate text-xs text-muted">{roleNames[me.role]}, akun saya</span>
        </Link>
        <button
          type="button"
          aria-label="Logout"
          onClick={() => setLeaving(true)}
          className={roundButton}
        >
          <LogOut size={18} />
        </button>
      </div>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </div>
  );
}
