type Shop = {
  name: string;
  address: string;
  hours: string;
  email: string;
  phone: string;
  /** Number in international format, with a plus. */
  whatsapp: string;
  /** Name of the company behind the shop. */
  company: string;
  hero_title: string;
  hero_text: string;
  about_heading: string;
  help_heading: string;
  /** Promises of the shop about its goods, if it has written any. */
  promises?: string[];
  /** Picture, `k-smart` for the one in the app, or empty: then the name is shown instead. */
  logo: string;
  logo_dark: string;
  /** Width in pixels where the logo is 36 high. */
  logo_width: number;
  instagram: string;
  facebook: string;
  tiktok: string;
  youtube: string;
  /** Titles of the texts that visitors can read, by slug. */
  pages: Record<string, string>;
  /** Whether the texts built into the app are the shop's own. */
  built_in_words: boolean;
  /** Whether only administrators can shop yet. */
  closed: boolean;
  /** Whether prices include value-added tax. */
  taxable: boolean;
  /** Whether a product's minimum quantity is binding for buyers. */
  minimum_binds: boolean;
  /**
   * Fields that a member fills in later than at registration, by their wire names; `bank` includes the account number.
   */
  registration_later: string[];
  /** Banks that bonuses can be paid to, besides those that every shop has. */
  more_banks: string[];
  /** Explanation of Plan A, shown where a plan is chosen; `plan_b_text` is that of Plan B. */
  plan_a_text: string;
  plan_b_text: string;
  /** Whether visitors see only the retail price, and members the price that they pay. */
  retail: boolean;
  /** Whether the shop sends e-mails. */
  sends_mail: boolean;
};

/**
 * Facts about the shop, as the server writes them into every page. A fact is empty if the shop has
 * none.
 */
export const shop = {
  // The page of Vite's own server contains no facts: there it is the demo shop.
  ...(import.meta.env.DEV &&
    ({
      name: 'K-Smart',
      address: 'Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta',
      hours: 'Senin sampai Jumat, 09:00-17:00 WIB',
      email: 'layanan@ksmart.test',
      phone: '0800-0000-000',
      whatsapp: '',
      company: 'K-Link',
      hero_title: 'Sehat setiap hari, dari rumah sendiri.',
      hero_text:
        'Produk kesehatan, kecantikan, dan rumah tangga pilihan. Setiap pembelian mengumpulkan BV.',
      about_heading: 'Tentang K-Link',
      help_heading: 'Bantuan Untuk Anda',
      logo: 'k-smart',
      logo_dark: 'k-smart',
      logo_width: 115,
      instagram: '',
      facebook: '',
      tiktok: '',
      youtube: '',
      pages: {
        'about-us': 'Tentang Kami',
        why: 'Kenapa Harus K-Link?',
        'privacy-policy': 'Privacy Policy',
        'code-of-ethics': 'Kode Etik',
        terms: 'Syarat dan Ketentuan',
        'how-to-order': 'Cara Berbelanja',
        'shipping-rate': 'Shipping Rate',
        delivery: 'Delivery',
        replacement: 'Replacement',
      },
      built_in_words: true,
      closed: false,
      taxable: false,
      minimum_binds: false,
      registration_later: [],
      more_banks: [],
      plan_a_text: '',
      plan_b_text: '',
      retail: false,
      sends_mail: false,
    } satisfies Shop)),
  ...(JSON.parse(document.getElementById('shop')?.textContent ?? '{}') as object),
} as Shop;
