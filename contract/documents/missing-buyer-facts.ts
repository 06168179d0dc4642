type Filled = string | null | undefined
export type Buyer = {
  tax_number?: Filled
  identifier_value?: Filled
  street?: Filled
  building_number?: Filled
  district?: Filled
  postal_code?: Filled
  city?: Filled
  country?: Filled
}
const ofSaudi = ['street', 'building_number', 'district', 'city', 'postal_code'] as const
const ofAbroad = ['street', 'city'] as const

/** What a standard tax invoice needs to know of its buyer and does not: an identifier, and the parts of the address (BR-KSA-81, 63, 10). */
export function missingBuyerFacts(buyer: Buyer): string[] {
  const parts = (buyer.country ?? 'SA') === 'SA' ? ofSaudi : ofAbroad
  const isKnown = Boolean(buyer.tax_number) || Boolean(buyer.identifier_value)
  return [...(isKnown ? [] : ['identifier_value']), ...parts.filter((part) => !buyer[part])]
}
