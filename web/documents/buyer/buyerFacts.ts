import { type Buyer, missingBuyerFacts } from '#contract/documents/missing-buyer-facts.ts'

/** A customer as it is offered, or as it was just saved: then its city and country are numbers. */
export type BuyerChoice = Buyer & {
  type?: string | null
  city_id?: number | string | null
  city_name?: string | null
  country_id?: number | string | null
}
const saudiArabia = '1'

/** What the tax invoice of this buyer lacks; nothing where a simplified one is issued. */
export function lackingOf(buyer: BuyerChoice, audience: string): string[] {
  const isStandard = audience === 'standard' || (audience !== 'simplified' && buyer.type !== 'individual')
  if (!isStandard) return []
  const city = buyer.city ?? buyer.city_name ?? (buyer.city_id ? String(buyer.city_id) : null)
  const isAbroad = buyer.country_id != null && String(buyer.country_id) !== saudiArabia
  return missingBuyerFacts({ ...buyer, city, country: buyer.country ?? (isAbroad ? 'abroad' : null) })
}
