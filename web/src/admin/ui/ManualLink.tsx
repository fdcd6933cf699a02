import { LifeBuoy } from 'lucide-react';
import { createContext, useContext } from 'react';
import { adminPaths } from '@/admin/paths';
import { Link } from '@/ui/Link';

/** Address below `/admin/manual` of the page, or of the task on it, that explains the screen, such as `produk#stok`. */
export const ManualContext = createContext('');

/** Link from a screen to its task in the manual; it opens a new tab, so that both stay visible. */
export function ManualLink() {
  const place = useContext(ManualContext);
  if (!place) return null;
  return (
    <Link
      to={adminPaths.manual(place)}
      target="_blank"
      aria-label="Panduan halaman ini (tab baru)"
      title="Panduan halaman ini"
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand"
    >
      <LifeBuoy aria-hidden size={22} />
    </Link>
  );
}
