import { TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/paths';
import { sessionExpiredAtom, useSetAtom } from '@/state';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { useWayBack } from '@/ui/useWayBack';

/** Shows that the session is over; only its button closes it. */
export default function SessionDialog() {
  const setExpired = useSetAtom(sessionExpiredAtom);
  const navigate = useNavigate();
  const way = useWayBack();
  return (
    <Dialog title="Sesi berakhir">
      <div className="mt-3 flex items-start gap-3 text-sm text-muted">
        <TriangleAlert aria-hidden className="shrink-0 text-warn" size={22} />
        <p>Sesi Anda telah berakhir. Silakan login kembali.</p>
      </div>
      <div className="mt-6 flex justify-end">
        <Button
          onClick={() => {
            setExpired(false);
            // The page's guard may already have opened the login, with the page to return to.
            if (way.from !== paths.login()) void navigate(paths.login(), { state: way });
          }}
        >
          Oke!
        </Button>
      </div>
    </Dialog>
  );
}
