import { adminPaths } from '@/admin/paths';
import { Screen } from '@/admin/ui/Screen';
import { Link } from '@/ui/Link';
import { manual } from './manual';

/** The pages of the manual, with their tasks. */
function ManualIndex() {
  return (
    <Screen title="Panduan" text="Cara mengerjakan setiap hal di kantor ini, langkah demi langkah.">
      <ul className="grid gap-4 md:grid-cols-2">
        {manual.map(({ slug, title, tasks }) => (
          <li key={slug} className="card p-5">
            <h2 className="font-display text-lg font-semibold">
              <Link to={adminPaths.manual(slug)} className="hover:text-brand">
                {title}
              </Link>
            </h2>
            <ul className="mt-2">
              {tasks.map((task) => (
                <li key={task.id}>
                  <Link
                    to={adminPaths.manual(`${slug}#${task.id}`)}
                    className="flex min-h-11 items-center xl:min-h-9 text-sm text-muted hover:text-brand"
                  >
                    {task.title}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Screen>
  );
}

export { ManualIndex as Component };
