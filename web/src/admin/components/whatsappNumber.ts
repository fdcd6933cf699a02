/**
 * Returns the number as WhatsApp needs it, digits beginning with the country code; null if it is
 * not an Indonesian number.
 */
export function whatsappNumber(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '');
  if (/^62\d{8,13}$/.test(digits)) return digits;
  return /^0\d{8,13}$/.test(digits) ? `62${digits.slice(1)}` : null;
}
