import { z } from 'zod'
import { maybeText } from './fields/response-fields.ts'

export const contact = {
  name: z.string(),
  name_en: maybeText,
  address: maybeText,
  phone: maybeText,
  mobile: maybeText,
  email: maybeText,
}
/** What a printed page says of its issuer. */
export const organizationHead = z.object({
  name: z.string(),
  name_en: maybeText,
  tax_number: maybeText,
  commercial_registration: maybeText,
  address: maybeText,
  logo: maybeText,
})
export const partyAnswer = z.object({
  id: z.int(),
  ...contact,
  tax_number: maybeText,
  commercial_registration: maybeText,
})
