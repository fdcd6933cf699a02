import type { ReactNode } from 'react';
import type { AuditEntry } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { pictureUrl } from '@/pictures';
import { words } from './values';
import { fields } from '@/admin/components/auditLabels';

type Fields = Record<string, unknown>;

/** Old and new value of each field. */
export function Difference({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const [old, current] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return (
    <dl className="grid gap-1 text-xs">
      {names.map((name) => (
        <div key={name} className="min-w-0">
          <dt className="inline text-muted">{fields[name] ?? name}: </dt>
          <dd className="inline wrap-anywhere">
            {name in old && <del className="text-danger">{told(name, old[name])}</del>}{' '}
            {name in current && (
              <ins className="text-brand no-underline">{told(name, current[name])}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Path of a picture of the shop in the storage. */
const PICTURE = /^[a-z-]+\/[\w-]+\.(webp|png|jpe?g)$/;

/** Shows a field's value; percentages are decimal text. */
function told(name: string, value: unknown): ReactNode {
  const isPercent = fields[name]?.includes('%') && typeof value === 'string';
  return show(isPercent ? value.replaceAll(/(?<=\d)\.(?=\d)/g, ',') : value);
}

function show(value: unknown): ReactNode {
  if (value === null || value === '') return '–';
  if (typeof value === 'string' && PICTURE.test(value)) return <Pictures pictures={[value]} />;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return dateTime(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.length > 0 && value.every((each) => PICTURE.test(each)) ? (
      <Pictures pictures={value} />
    ) : (
      value.map((each) => words[each] ?? each).join(', ') || '–'
    );
  if (typeof value === 'number') return number(value);
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  const text = words[plain] ?? plain;
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Shows pictures as links, because their file names have no meaning. */
function Pictures({ pictures }: { pictures: string[] }) {
  return pictures.map((picture, place) => (
    <a
      key={picture}
      href={pictureUrl(picture)}
      target="_blank"
      rel="noreferrer"
      className="mr-2 underline underline-offset-2"
    >
      {pictures.length > 1 ? `lihat gambar ${place + 1}` : 'lihat gambar'}
    </a>
  ));
}
