/** What the shop tells of itself: as the server wrote it into the page, or what it came with. Empty where it is silent. */
export const shop = {
  name: 'K-Smart',
  address: 'Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta',
  hours: 'Senin sampai Jumat, 09:00-17:00 WIB',
  email: 'layanan@ksmart.test',
  phone: '0800-0000-000',
  /** As the world dials it, with a plus. */
  whatsapp: '',
  ...(JSON.parse(document.getElementById('shop')?.textContent ?? '{}') as object),
};
