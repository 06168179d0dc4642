import { z } from 'zod'
import { sellerSchemes } from '../e-invoice/code-lists.ts'
import { identifierProblem } from '../e-invoice/identifier-shapes.ts'
import type { FieldErrors } from '../issues.ts'
import { choice, optional } from './choice.ts'
import { cleanCode } from './clean-text.ts'
import { maybeText } from './response-fields.ts'
import { code } from './text.ts'

export const registrationSchemes = [...sellerSchemes] as [string, ...string[]]

/** As the national address prints it: four letters, then four digits. */
const shortAddress = z.preprocess(
  (value) => (typeof value === 'string' ? cleanCode(value).replace(/\s+/g, '').toUpperCase() : value),
  code.pipe(z.string().regex(/^[A-Z]{4}\d{4}$/, 'short_address_shape')),
)

/** The ten digits of a member of a VAT group. */
export const memberTin = code.pipe(z.string().regex(/^3\d{9}$/, 'invalid_member_tin'))

/** The eleventh digit marks the number of a VAT group. */
export const isGroupNumber = (tax_number: string): boolean => /^3\d{9}1\d{3}3$/.test(tax_number)

/** A seller's registration number with its kind (BR-KSA-08), and its short national address. */
export const registrationInput = {
  commercial_registration: optional(code),
  registration_scheme: optional(choice(registrationSchemes)),
  short_address: optional(shortAddress),
}
export const registrationRecord = {
  commercial_registration: maybeText,
  registration_scheme: maybeText,
  short_address: maybeText,
}

export type Registration = {
  commercial_registration?: string | null | undefined
  registration_scheme?: string | null | undefined
}

/** The scheme and number for the e-invoice. Without a scheme, ten digits are a commercial registration; another number says nothing. */
export function sellerIdentifier({ commercial_registration: value, registration_scheme: scheme }: Registration) {
  if (!value) return null
  if (scheme) return { scheme, value }
  return /^\d{10}$/.test(value) ? { scheme: 'CRN', value } : null
}

/** The key of its label on paper. */
export const registrationLabel = ({ registration_scheme: scheme }: Registration): string =>
  scheme && scheme !== 'CRN' ? `registrations.${scheme}` : 'commercial_registration'

/** A scheme needs a number of its shape. A number without a scheme is stored as it was entered. */
export function registrationErrors(registration: Registration): FieldErrors {
  const { commercial_registration: value, registration_scheme: scheme } = registration
  if (!scheme) return {}
  const problem = value ? identifierProblem(scheme, value) : 'required'
  return problem ? { commercial_registration: { code: problem } } : {}
}
