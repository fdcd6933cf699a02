import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useMe } from '@/api/accounts';
import { ApiError, sentence } from '@/errors';
import { paths } from '@/paths';
import { atom, claimsAtom, tokenAtom, useAtom, useAtomValue } from '@/state';
import { Loading } from '@/ui/Loading';
import { neededPart } from '@/ui/neededPart';
import { Problem } from '@/ui/Problem';
import { useWayBack, type WayBack } from '@/ui/useWayBack';

const AgreementsQuestion = neededPart(() => import('./AgreementsQuestion'));

/**
 * Whether the member has postponed changes of the code of ethics or the terms, until the app is
 * reloaded.
 */
const isPutOffAtom = atom(false);

/**
 * Admits members, once they have responded to changes of the code of ethics or the terms; sends all
 * others to the login.
 */
export function MemberGuard({ children }: { children: ReactNode }) {
  const token = useAtomValue(tokenAtom);
  const me = useMe();
  const [isPutOff, putOff] = useAtom(isPutOffAtom);
  const way = useWayBack();
  if (token === null) return <Navigate to={paths.login()} replace state={way} />;
  if (me.data?.agreements_asked && !isPutOff)
    return <AgreementsQuestion onLater={() => putOff(true)} />;
  if (me.data) return children;
  if (me.isError && !(me.error instanceof ApiError && me.error.status === 401))
    return (
      <div className="page py-10">
        <h1 className="sr-only">Akun saya</h1>
        <Problem
          text={sentence(me.error, 'Gagal memuat data akun.')}
          onRetry={() => void me.refetch()}
        />
      </div>
    );
  return <Loading page />;
}

/**
 * Admits guests. Sends members to the home page. Members whose session had ended return to their
 * previous page, and administrators to the office page that they had requested.
 */
export function GuestGuard({ children }: { children: ReactNode }) {
  const token = useAtomValue(tokenAtom);
  const member = useAtomValue(claimsAtom)?.sub;
  const role = useMe().data?.role;
  const admin = role && role !== 'member';
  const { from, of } = (useLocation().state ?? {}) as Partial<WayBack>;
  const isBack = member === of || (admin && from?.startsWith('/admin'));
  if (token === null) return children;
  return (
    <>
      <Loading page text="Anda sudah login..." />
      <Navigate to={(isBack && from) || paths.home()} replace />
    </>
  );
}
