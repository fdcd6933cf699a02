import { Clock, ExternalLink, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react';
import { contacts } from '@/components/contacts';
import { shop } from '@/shop';
import { Link } from '@/ui/Link';

/** Texts linked from a column; visitors see only those that the shop has published. */
const columns = () =>
  [
    {
      title: shop.about_heading,
      slugs: ['about-us', 'why', 'privacy-policy', 'code-of-ethics', 'terms'],
    },
    {
      title: shop.help_heading,
      slugs: ['how-to-order', 'shipping-rate', 'delivery', 'replacement'],
    },
  ]
    .map(({ title, slugs }) => ({ title, slugs: slugs.filter((slug) => shop.pages[slug]) }))
    .filter(({ slugs }) => slugs.length > 0);

const year = new Date().getFullYear();

type Line = { icon: LucideIcon; text: string; href?: string };

const contactLines = () => {
  const { email, phone, whatsapp } = contacts();
  const lines: Line[] = [
    { icon: MapPin, text: shop.address },
    { icon: Clock, text: shop.hours },
    { icon: Mail, ...email },
    { icon: Phone, ...phone },
    { icon: Phone, ...whatsapp },
    { icon: ExternalLink, text: shop.instagram && 'Instagram', href: shop.instagram },
    { icon: ExternalLink, text: shop.facebook && 'Facebook', href: shop.facebook },
    { icon: ExternalLink, text: shop.tiktok && 'TikTok', href: shop.tiktok },
    { icon: ExternalLink, text: shop.youtube && 'YouTube', href: shop.youtube },
  ];
  return lines.filter(({ text }) => text);
};

/** Contact, links and copyright at the foot of every page. */
export default function Footer() {
  const lines = contactLines();
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <div className="page grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr] empty:hidden">
        {lines.length > 0 && (
          <section aria-label="Layanan pengaduan">
            <h2 className="font-display text-lg font-semibold">Layanan Pengaduan Konsumen</h2>
            <ul className="mt-4 grid gap-3 text-sm text-muted">
              {lines.map(({ icon: Icon, text, href }) => (
                <li key={text} className="flex items-start gap-3">
                  <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-brand" />
                  {href ? (
                    <a href={href} className="hover:text-brand hover:underline">
                      {text}
                    </a>
                  ) : (
                    text
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        {columns().map(({ title, slugs }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-display text-lg font-semibold">{title}</h2>
            <ul className="mt-2 text-sm text-muted">
              {slugs.map((slug) => (
                <li key={slug}>
                  <Link
                    to={`/${slug}`}
                    className="inline-block py-2 hover:text-brand hover:underline"
                  >
                    {shop.pages[slug]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="border-t border-line py-5 text-center text-sm text-muted">
        © {year} {shop.name}. Hak cipta dilindungi.
      </p>
    </footer>
  );
}
