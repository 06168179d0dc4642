import { z } from 'zod'
import { addressAnswer } from './fields/national-address.ts'
import { maybeText } from './fields/response-fields.ts'

export const contact = {
  name: z.string(),
  name_en: maybeText,
  address: maybeText,
  phone: maybeText,
  mobile: maybeText,
  email: maybeText,
}
/** The issuer's data on a printed page. */
export const organizationHead = z.object({
  name: z.string(),
  name_en: maybeText,
  tax_number: maybeText,
  commercial_registration: maybeText,
  /** Its kind. Absent on earlier papers. */
  registration_scheme: maybeText.optional(),
  address: maybeText,
  logo: maybeText,
  ...addressAnswer,
})
export const partyAnswer = z.object({
  id: z.int(),
  ...contact,
  /** A person, or a business. */
  type: maybeText,
  tax_number: maybeText,
  commercial_registration: maybeText,
  /** Another identifier, by its scheme: CRN, NAT, IQA and so on. */
  identifier_scheme: maybeText,
  identifier_value: maybeText,
  ...addressAnswer,
})
