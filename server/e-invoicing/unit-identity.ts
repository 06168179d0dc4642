import { addressLine } from '#contract/fields/national-address.ts'
import { isGroupNumber } from '#contract/fields/registration.ts'
import type { UnitIdentity } from '#server/e-document/csr.ts'
import type { Seller } from './readiness.ts'

export type UnitBranch = { id: number; name: string; short_address: string | null }
type UnitFacts = { unit: { id: number; serial: string }; seller: Seller; branch: UnitBranch | null }

/** X.520: the longest name of an organisation and of its part. */
const longestName = 64
/** X.520 has no bound for an address; the authority's samples are short. */
const longestAddress = 120

/** The subject of a unit's certificate request (dossier section 10). */
export function unitIdentityOf({ unit, seller, branch }: UnitFacts): UnitIdentity {
  const vat_number = seller.tax_number as string
  return {
    name: `MZN-${unit.id}-${vat_number}`,
    serial: unit.serial,
    vat_number,
    branch: partOf(seller, branch),
    organization: cutAtWord(seller.name, longestName),
    address:
      branch?.short_address ??
      seller.short_address ??
      cutAtWord(addressLine(seller) ?? seller.address ?? 'Saudi Arabia', longestAddress),
    industry: seller.industry ?? 'Trade',
  }
}

/** A member of a VAT group writes its ten digits, another seller the branch or its own ten digits. */
function partOf({ tax_number, member_tin }: Seller, branch: UnitBranch | null): string {
  if (isGroupNumber(tax_number as string) && member_tin) return member_tin
  if (branch === null) return (tax_number as string).slice(0, 10)
  if ([...branch.name].length <= longestName) return branch.name
  // Two long names may begin alike.
  const mark = ` ${branch.id}`
  return `${cutAtWord(branch.name, longestName - mark.length)}${mark}`
}

/** At most so many characters, whole words where there are any. */
export function cutAtWord(text: string, longest: number): string {
  const letters = [...text]
  if (letters.length <= longest) return text
  const head = letters.slice(0, longest + 1).join('')
  const words = head.slice(0, Math.max(0, head.lastIndexOf(' '))).trimEnd()
  return words === '' ? letters.slice(0, longest).join('') : words
}
