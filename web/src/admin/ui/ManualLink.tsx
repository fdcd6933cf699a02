import { CircleQuestionMark } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Link } from '@/ui/Link';

/** Address below `/admin/manual` of the page, or of the task on it, that explains the screen, such as `produk#stok`. */
export const ManualContext = createContext('');

/** The way from a screen to the page of the manual that explains it. */
export function ManualLink() {
  const place = useContext(ManualContext);
  if (!place) return null;
  return (
    <Link
      to={`/admin/manual/${place}`}
      aria-label="Panduan halaman ini"
      title="Panduan halaman ini"
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand"
    >
      <CircleQuestionMark aria-hidden size={22} />
    </Link>
  );
}
