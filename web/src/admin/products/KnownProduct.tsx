import { PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import type { AdminProduct } from '@/api/schema';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';

type Props = { id: string; children: (product: AdminProduct) => ReactNode };

/** Content for the product in the address; a message if the shop has no such product. */
export function KnownProduct({ id, children }: Props) {
  return (
    <Fetched
      query={adminQuery('/api/admin/products/{id}', { id })}
      missing={
        <Empty icon={PackageX} title="Produk tidak ditemukan!">
          <Link to={adminPaths.products()} className={buttonClass()}>
            Ke daftar produk
          </Link>
        </Empty>
      }
    >
      {children}
    </Fetched>
  );
}
