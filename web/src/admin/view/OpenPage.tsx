import { useEffect, useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { request } from '@/api/calls';
import { sentence } from '@/errors';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

const UNKEPT =
  'Penyimpanan browser ini penuh atau diblokir, jadi tampilan anggota tidak dapat dibuka. Hapus data situs lain, lalu mulai lagi.';

/** Page that turns a tab into a view of the shop as a member sees it, by the code after `#`. */
function OpenPage() {
  const [code] = useState(() => location.hash.slice(1));
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    // The code must not stay in the browser's history.
    history.replaceState(history.state, '', location.pathname);
    void open();
    async function open() {
      try {
        const { token, ...view } = await request('POST /api/admin/member-views', {
          body: { code },
        });
        sessionStorage.setItem('view', JSON.stringify(view));
        sessionStorage.setItem('token', token);
        // A full or blocked storage would retain nothing for the next page, which would then be the
        // administrator's own.
        const isKept =
          Object.hasOwn(sessionStorage, 'token') && Object.hasOwn(sessionStorage, 'view');
        if (isKept) return location.replace(paths.profile());
        sessionStorage.removeItem('token');
        sessionStorage.removeItem('view');
        setFailure(UNKEPT);
      } catch (error) {
        setFailure(sentence(error, 'Tampilan gagal dibuka. Mulai lagi dari halaman anggota.'));
      }
    }
  }, [code]);
  return (
    <Screen title="Lihat sebagai anggota">
      {failure ? (
        <>
          <Problem text={failure} />
          <Link to={adminPaths.members()} className={`mt-4 ${buttonClass('outline')}`}>
            Ke daftar anggota
          </Link>
        </>
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

export { OpenPage as Component };
