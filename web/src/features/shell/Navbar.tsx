import { Menu, ShoppingBag, UserRound, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { cartCountAtom } from '@/api/cart';
import { Logo } from '@/components/Logo';
import { paths } from '@/paths';
import { tokenAtom, useAtomValue } from '@/state';
import { buttonClass } from '@/ui/buttonClass';
import { useHydrated } from '@/ui/useHydrated';
import { Link, NavLink } from '@/ui/Link';
import { dialogPart } from '@/ui/part';
import { ThemeToggle } from '@/ui/ThemeToggle';

const LogoutDialog = dialogPart(() => import('@/components/LogoutDialog'));

const links = [
  { to: paths.home(), label: 'Home' },
  { to: paths.aboutUs(), label: 'Tentang Kami' },
  { to: paths.vouchers(), label: 'Voucher' },
];

const iconClass =
  'relative grid size-11 place-items-center rounded-full text-ink hover:bg-brand-soft hover:text-brand aria-[current=page]:text-brand';

/** The bar at the top of every page. */
export function Navbar() {
  const token = useAtomValue(tokenAtom);
  const loggedIn = useHydrated() && token !== null;
  const { key } = useLocation();
  // The page on which the menu was opened: on any other page it is closed.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const menuOpen = menuAt === key;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [leaving, setLeaving] = useState(false);

  const logOutButton = (extra: string) => (
    <button
      type="button"
      onClick={() => {
        setMenuAt(null);
        setLeaving(true);
      }}
      className={buttonClass('quiet', extra)}
    >
      Logout
    </button>
  );

  return (
    // Handles events that its controls do not handle themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <header
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menuOpen) return;
        setMenuAt(null);
        menuButton.current?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setMenuAt(null);
      }}
      className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur"
    >
      <nav aria-label="Utama" className="page flex h-16 items-center min-[22rem]:gap-1 sm:gap-2">
        <Link to={paths.home()} className="mr-auto min-w-0 md:mr-6">
          <Logo />
        </Link>
        <div className="mr-auto hidden gap-1 md:flex">
          {links.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className="rounded-full px-4 py-2.5 text-sm font-medium text-muted hover:text-brand aria-[current=page]:text-brand"
            >
              {label}
            </NavLink>
          ))}
        </div>
        <ThemeToggle />
        <CartLink />
        {loggedIn ? (
          <>
            <NavLink to={paths.profile()} aria-label="Akun saya" className={iconClass}>
              <UserRound size={21} />
            </NavLink>
            {logOutButton('max-md:hidden')}
          </>
        ) : (
          <Link to={paths.login()} className={buttonClass('primary', 'ml-1')}>
            Login
          </Link>
        )}
        <button
          ref={menuButton}
          type="button"
          aria-label={menuOpen ? 'Tutup menu' : 'Buka menu'}
          aria-expanded={menuOpen}
          aria-controls="menu"
          onClick={() => setMenuAt(menuOpen ? null : key)}
          className={`${iconClass} -mr-2 md:hidden`}
        >
          {menuOpen ? <X size={22} /> : <Menu size={22} />}
        </button>
      </nav>
      <div
        id="menu"
        hidden={!menuOpen}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-y border-line bg-paper shadow-lg md:hidden"
      >
        <div className="page flex flex-col py-2">
          {links.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className="rounded-xl px-3 py-3 font-medium aria-[current=page]:text-brand"
            >
              {label}
            </NavLink>
          ))}
          {loggedIn && logOutButton('justify-start px-3')}
        </div>
      </div>
      {leaving && <LogoutDialog onClose={() => setLeaving(false)} />}
    </header>
  );
}

function CartLink() {
  const count = useAtomValue(cartCountAtom);
  return (
    <NavLink
      to={paths.cart()}
      aria-label={count > 0 ? `Keranjang, ${count} barang` : 'Keranjang'}
      className={iconClass}
    >
      <ShoppingBag size={21} />
      {count > 0 && (
        <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-brand px-1 text-center text-xs leading-[1.67] font-semibold text-on-brand tabular-nums">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </NavLink>
  );
}
