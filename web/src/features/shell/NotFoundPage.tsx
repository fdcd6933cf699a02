import { SearchX } from 'lucide-react';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { useTitle } from '@/ui/useTitle';

/** Page for an address that the shop does not have. */
function NotFoundPage() {
  useTitle('Not Found Page');
  return (
    <div className="page py-10">
      <h1 className="sr-only">Not Found Page</h1>
      <Empty
        icon={SearchX}
        title="Not Found Page"
        text="Halaman yang Anda cari tidak ada atau sudah dipindahkan."
      >
        <Link to={paths.home()} className={buttonClass()}>
          Kembali ke Home
        </Link>
        <Link to={paths.allProducts()} className={buttonClass('outline')}>
          Lihat produk
        </Link>
      </Empty>
    </div>
  );
}

export { NotFoundPage as Component };
