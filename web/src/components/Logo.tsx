import dark from '@/assets/k-smart-dark.svg';
import light from '@/assets/k-smart.svg';
import { pictureUrl } from '@/pictures';
import { shop } from '@/shop';

const src = (logo: string, own: string) => (logo === 'k-smart' ? own : pictureUrl(logo));

/** The shop's logo, one for each theme, or its name where it has none. */
export function Logo() {
  const { name, logo, logo_dark, logo_width } = shop;
  if (!logo)
    return (
      <span className="line-clamp-2 font-display text-lg leading-tight font-semibold text-brand">
        {name}
      </span>
    );
  const size = { width: logo_width, height: 36 };
  return (
    <>
      <img
        {...size}
        alt={name}
        src={src(logo, light)}
        className="h-9 w-auto object-contain dark:hidden"
      />
      <img
        {...size}
        alt={name}
        src={src(logo_dark, dark)}
        className="hidden h-9 w-auto object-contain dark:block"
      />
    </>
  );
}
