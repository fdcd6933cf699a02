import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { Link } from '@/ui/Link';

const columns = [
  {
    title: 'Tentang K-Link',
    links: [
      { to: paths.aboutUs(), label: 'Tentang Kami' },
      { to: paths.why(), label: 'Kenapa Harus K-Link?' },
      { to: paths.privacyPolicy(), label: 'Privacy Policy' },
    ],
  },
  {
    title: 'Bantuan Untuk Anda',
    links: [
      { to: paths.howToOrder(), label: 'Cara Berbelanja' },
      { to: paths.shippingRate(), label: 'Shipping Rate' },
      { to: paths.delivery(), label: 'Delivery' },
      { to: paths.replacement(), label: 'Replacement' },
    ],
  },
];

const year = new Date().getFullYear();

const contacts = () =>
  [
    { icon: MapPin, text: shop.address },
    { icon: Clock, text: shop.hours },
    { icon: Mail, text: shop.email, href: `mailto:${shop.email}` },
    { icon: Phone, text: shop.phone, href: `tel:${shop.phone.replaceAll(/[^+\d]/g, '')}` },
    {
      icon: Phone,
      text: shop.whatsapp && `WhatsApp ${shop.whatsapp}`,
      href: `https://wa.me/${shop.whatsapp.slice(1)}`,
    },
  ].filter(({ text }) => text);

/** Contact, links and copyright at the foot of every page. */
export default function Footer() {
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <div className="page grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <section aria-label="Layanan pengaduan">
          <h2 className="font-display text-lg font-semibold">Layanan Pengaduan Konsumen</h2>
          <ul className="mt-4 grid gap-3 text-sm text-muted">
            {contacts().map(({ icon: Icon, text, href }) => (
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
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-display text-lg font-semibold">{title}</h2>
            <ul className="mt-2 text-sm text-muted">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="inline-block py-2 hover:text-brand hover:underline">
                    {label}
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
