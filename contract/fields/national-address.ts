import { z } from 'zod'
import { optional } from './choice.ts'
import { maybeText } from './response-fields.ts'
import { code, text } from './text.ts'

/** The parts of a national address other than city and country. */
export const addressInput = {
  street: optional(text),
  building_number: optional(code),
  additional_number: optional(code),
  district: optional(text),
  postal_code: optional(code),
}
/** As stored; on paper with city and country (ISO 3166-1, two letters). */
export const addressRecord = {
  street: maybeText,
  building_number: maybeText,
  additional_number: maybeText,
  district: maybeText,
  postal_code: maybeText,
}
export const addressAnswer = { ...addressRecord, city: maybeText, country: maybeText }

const optionalText = z.string().nullable().optional()
/** On issued papers. Earlier papers have none. */
export const addressPrinted = {
  street: optionalText,
  building_number: optionalText,
  additional_number: optionalText,
  district: optionalText,
  postal_code: optionalText,
  city: optionalText,
  country: optionalText,
}

type Parts = { [Part in keyof typeof addressInput]?: string | null | undefined }
const shapes = { building_number: /^\d{4}$/, additional_number: /^\d{4}$/, postal_code: /^\d{5}$/ } as const

/** The parts of a Saudi national address that do not have its shape: four digits, four digits, five digits. */
export const addressProblems = (address: Parts): (keyof typeof shapes)[] =>
  (Object.keys(shapes) as (keyof typeof shapes)[]).filter((part) => {
    const value = address[part]
    return value !== null && value !== undefined && value !== '' && !shapes[part].test(value)
  })

type Whole = Parts & { city?: string | null | undefined }
/** One line of an address in parts; null where neither street nor building is known. */
export function addressLine({ building_number, street, district, city, postal_code, additional_number }: Whole) {
  if (!street && !building_number) return null
  return [building_number, street, district, city, postal_code, additional_number].filter(Boolean).join('، ')
}

/** An address as papers print it: the law requires a complete national address, and any other one is printed as it was entered. */
export const printedAddress = (address: Whole & { address?: string | null | undefined }): string | null =>
  isWholeAddress(address) ? addressLine(address) : (address.address ?? addressLine(address))

export const isWholeAddress = (address: Whole): boolean =>
  [address.street, address.building_number, address.district, address.city, address.postal_code].every(Boolean)
