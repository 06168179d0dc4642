import type { Address, Audience, Party } from '../e-invoice/model.ts'
import { isWholeAddress } from '../fields/national-address.ts'
import { type Registration, sellerIdentifier } from '../fields/registration.ts'
import type { SourceHeads } from './e-invoice-source.ts'

type Buyer = SourceHeads['party']
/** The printed address, complete or not. */
type Place = { address: string | null } & Partial<Record<Part, string | null | undefined>>
type Part = 'street' | 'building_number' | 'additional_number' | 'district' | 'postal_code' | 'city' | 'country'

/** A branch with its own commercial registration or address sells under it; else the organisation's. */
export function sellerOf({ organization, branch }: SourceHeads): Party {
  return {
    name: bilingualName(organization.name, organization.name_en),
    vat_number: organization.tax_number,
    identifier: sellerIdentifier(registrationOf({ organization, branch })),
    address: sellerAddress(organization, branch),
    contact: null,
  }
}

/** A branch's own number goes with its own kind. */
export const registrationOf = ({
  organization,
  branch,
}: Record<'organization' | 'branch', Registration>): Registration =>
  branch.commercial_registration ? branch : organization

/** The branch's where it is whole, else the organisation's; what is not whole the authority remarks on. */
function sellerAddress(organization: SourceHeads['organization'], branch: SourceHeads['branch']): Address {
  const places: Place[] = [branch, organization]
  const place =
    places.find((one) => isWholeAddress(one)) ??
    places.find(({ street }) => street) ??
    places.find(({ address }) => address) ??
    branch
  return { ...addressOf(place), city: place.city ?? branch.city ?? null, country: place.country ?? 'SA' }
}

/** A simplified invoice needs no address of its buyer. */
export function buyerOf({ party }: Pick<SourceHeads, 'party'>, audience: Audience): Party {
  const address = addressOf(party)
  return {
    name: bilingualName(party.name, party.name_en),
    vat_number: vatNumberOf(party),
    identifier: identifierOf(party),
    address: audience === 'standard' && address.street ? address : null,
    contact: null,
  }
}

const isAbroad = ({ country }: Buyer) => (country ?? 'SA') !== 'SA'
const isSaudiVatNumber = (value: string) => /^3\d{13}3$/.test(value)

/** Abroad a tax number is another identifier; at home one that has not the shape is refused, with the reason. */
const vatNumberOf = (party: Buyer): string | null =>
  party.tax_number && isAbroad(party) && !isSaudiVatNumber(party.tax_number) ? null : party.tax_number

function identifierOf(party: Buyer): Party['identifier'] {
  const { identifier_scheme: scheme, identifier_value: value, tax_number, commercial_registration } = party
  if (scheme && value) return { scheme, value }
  if (tax_number && vatNumberOf(party) === null) return other(tax_number)
  if (!commercial_registration) return null
  return isAbroad(party) ? other(commercial_registration) : { scheme: 'CRN', value: commercial_registration }
}

/** Letters and digits only (BR-KSA-14). */
const other = (value: string) => ({ scheme: 'OTH', value: value.replaceAll(/[^A-Za-z0-9]/g, '') })

export const addressOf = (place: Place): Address => ({
  street: place.street ?? place.address,
  additional_street: null,
  building: place.building_number ?? null,
  additional_number: place.additional_number ?? null,
  district: place.district ?? null,
  city: place.city ?? null,
  postal_code: place.postal_code ?? null,
  province: null,
  country: place.country ?? null,
})

/** Both languages, as the official samples write them. */
export const bilingualName = (name: string, name_en: string | null): string =>
  name_en && name_en !== name ? `${name} | ${name_en}` : name
