import { z } from 'zod'
import { cleanText, foldDigits } from '../fields/clean-text.ts'

const saudiLength = 24

/** An international bank account number with its two check digits (ISO 13616); a Saudi one has 24 characters. */
export const iban = z.preprocess(
  (value) => (typeof value === 'string' ? foldDigits(cleanText(value)).replace(/\s+/g, '').toUpperCase() : value),
  z.string().min(1, 'required').max(34, 'invalid_iban').refine(isIban, 'invalid_iban'),
)

function isIban(value: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$/.test(value)) return false
  if (value.startsWith('SA') && value.length !== saudiLength) return false
  const digits = `${value.slice(4)}${value.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
