import { foldDigits } from '#contract/fields/clean-text.ts'

/** The address that opens WhatsApp with a message. A Saudi number typed as at home gets its country; without a number WhatsApp asks for one. */
export function whatsAppAddress(phone: string, message: string): string {
  const digits = foldDigits(phone).replace(/\D/g, '')
  const international = digits.startsWith('00')
    ? digits.slice(2)
    : /^05\d{8}$/.test(digits)
      ? `966${digits.slice(1)}`
      : /^5\d{8}$/.test(digits)
        ? `966${digits}`
        : digits
  return `https://wa.me/${international}?text=${encodeURIComponent(message)}`
}
