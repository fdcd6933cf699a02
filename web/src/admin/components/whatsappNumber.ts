/** The number as WhatsApp wants it, digits from the country's on; nothing where it is no Indonesian number. */
export function whatsappNumber(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '');
  if (/^62\d{8,13}$/.test(digits)) return digits;
  return /^0\d{8,13}$/.test(digits) ? `62${digits.slice(1)}` : null;
}
