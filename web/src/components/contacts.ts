/** The ways to reach the shop, as it names them; a way that it does not name has no text. */
import { shop } from '@/shop';

/** Returns what a way is called, and the link that takes it. */
export const contacts = () => ({
  email: { text: shop.email, href: `mailto:${shop.email}` },
  phone: { text: shop.phone, href: `tel:${shop.phone.replaceAll(/[^+\d]/g, '')}` },
  whatsapp: {
    text: shop.whatsapp && `WhatsApp ${shop.whatsapp}`,
    href: `https://wa.me/${shop.whatsapp.slice(1)}`,
  },
});
