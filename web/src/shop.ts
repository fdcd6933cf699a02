/** What the shop tells of itself, as the server writes it into every page. Empty where it is silent. */
export const shop = {
  name: 'K-Smart',
  address: '',
  hours: '',
  email: '',
  phone: '',
  /** As the world dials it, with a plus. */
  whatsapp: '',
  // The page of Vite's own server says nothing: there it is what the shop comes with.
  ...(import.meta.env.DEV && {
    address: 'Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta',
    hours: 'Senin sampai Jumat, 09:00-17:00 WIB',
    email: 'layanan@ksmart.test',
    phone: '0800-0000-000',
  }),
  ...(JSON.parse(document.getElementById('shop')?.textContent ?? '{}') as object),
};
