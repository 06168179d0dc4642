import type { Party } from './model.ts'

/**
 * The other identifier of a buyer that goes into the document. It is for those without a VAT number; a national identity is said beside one
 * as well, because schooling and treatment of citizens ask for it.
 */
export function buyerIdentifier(buyer: Party | null): Party['identifier'] {
  if (!buyer?.identifier || buyer.identifier.value === '') return null
  return buyer.vat_number && buyer.identifier.scheme !== 'NAT' ? null : buyer.identifier
}
