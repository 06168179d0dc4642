import type { Party } from './model.ts'

/**
 * The buyer's other identifier in the document. It is for buyers without a VAT number. A national identity is written next to a VAT number
 * too, because the rules for education and healthcare of citizens require it.
 */
export function buyerIdentifier(buyer: Party | null): Party['identifier'] {
  if (!buyer?.identifier || buyer.identifier.value === '') return null
  return buyer.vat_number && buyer.identifier.scheme !== 'NAT' ? null : buyer.identifier
}
