/** Ways to contact the shop, as it states them; a way that it does not state has no text. */
import { shop } from '@/shop';

/** Returns the text and the link of each way. */
export const contacts = () => ({
  email: { text: shop.email, href: `mailto:${shop.email}` },
  phone: { text: shop.phone, href: `tel:${shop.phone.replaceAll(/[^+\d]/g, '')}` },
  whatsapp: {
    text: shop.whatsapp && `WhatsApp ${shop.whatsapp}`,
    href: `https://wa.me/${shop.whatsapp.slice(1)}`,
  },
});
