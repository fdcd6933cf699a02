import { FileQuestion } from 'lucide-react';
import { useRoutes } from 'react-router-dom';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { AskPage } from './AskPage';
import { ReturnPage } from './ReturnPage';

/** Pages of returned goods, by the order and the return that the address names. */
function ReturnsPage() {
  return useRoutes([
    { path: ':orderId', element: <AskPage /> },
    { path: ':orderId/:id', element: <ReturnPage /> },
    {
      path: '*',
      element: (
        <Empty icon={FileQuestion} title="Tidak ada data ditemukan">
          <Link to={paths.orders()} className={buttonClass('outline')}>
            Pesanan saya
          </Link>
        </Empty>
      ),
    },
  ]);
}

export { ReturnsPage as Component };
