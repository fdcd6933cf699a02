import { GalleryHorizontal, Plus } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { ShowingBadge } from '@/admin/components/ShowingBadge';
import { Screen } from '@/admin/ui/Screen';
import type { AdminBanner } from '@/api/schema';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Fetched } from '@/ui/Fetched';
import { adminQuery } from '@/admin/ui/adminQuery';
import { OrderedList } from '@/admin/ui/OrderedList';

const list = adminQuery('/api/admin/banners');

/** The banners of the home page, in the shop's order. */
function BannersPage() {
  const add = (
    <Link to={adminPaths.banner('new')} className={buttonClass()}>
      <Plus aria-hidden size={18} />
      Buat banner
    </Link>
  );
  return (
    <Screen
      title="Banner"
      text="Gambar lebar di puncak beranda. Seret untuk mengurutkan; yang teratas tampil lebih dulu."
      actions={add}
    >
      <Fetched query={list}>
        {(answer) =>
          answer.banners.length === 0 ? (
            <Empty
              icon={GalleryHorizontal}
              title="Belum ada banner"
              text="Beranda tampil tanpa banner sampai Anda membuatnya."
            >
              {add}
            </Empty>
          ) : (
            <OrderedList
              label="Banner"
              list={list}
              items={answer.banners}
              call="PUT /api/admin/banners/order"
              nameOf={({ alt }) => alt}
              render={(banner) => <BannerRow {...banner} />}
            />
          )
        }
      </Fetched>
    </Screen>
  );
}

function BannerRow(banner: AdminBanner) {
  const { id, picture, alt, link } = banner;
  return (
    <div className="grid items-center gap-3 sm:grid-cols-[16rem_1fr]">
      <Picture
        picture={picture}
        alt=""
        sizes="(min-width: 40rem) 16rem, 70vw"
        widths={[400, 800]}
        ratio={1560 / 531}
        className="rounded-xl"
      />
      <div className="min-w-0">
        <Link
          to={adminPaths.banner(id)}
          className="font-medium wrap-anywhere text-brand underline-offset-4 hover:underline"
        >
          {alt}
        </Link>
        <p className="mb-1.5 text-sm wrap-anywhere text-muted">{link ?? 'Tanpa tautan'}</p>
        <ShowingBadge shown={banner} />
      </div>
    </div>
  );
}

export { BannersPage as Component };
