import { identifierProblem } from '#contract/e-invoice/identifier-shapes.ts'
import { longestQr, qrLength } from '#contract/e-invoice/qr-length.ts'
import { bilingualName } from '#contract/e-invoice-mapping/e-invoice-parties.ts'
import { readinessPoints } from '#contract/e-invoicing.ts'
import { isWholeAddress } from '#contract/fields/national-address.ts'
import { isGroupNumber, sellerIdentifier } from '#contract/fields/registration.ts'
import type { Context } from '#server/core/context.ts'

/** The organisation as named in the authority's certificate and documents. */
export type Seller = {
  name: string
  name_en: string | null
  tax_number: string | null
  commercial_registration: string | null
  registration_scheme: string | null
  short_address: string | null
  industry: string | null
  member_tin: string | null
  address: string | null
  street: string | null
  building_number: string | null
  additional_number: string | null
  district: string | null
  postal_code: string | null
  city: string | null
  currency: string
}

export async function readSeller({ db }: Pick<Context, 'db'>): Promise<Seller> {
  return db
    .selectFrom('organizations')
    .innerJoin('currencies', 'currencies.id', 'organizations.currency_id')
    .leftJoin('cities', 'cities.id', 'organizations.city_id')
    .select(['organizations.street', 'organizations.building_number', 'organizations.additional_number'])
    .select(['organizations.district', 'organizations.postal_code', 'cities.name as city'])
    .select([
      'organizations.name',
      'organizations.name_en',
      'organizations.tax_number',
      'organizations.commercial_registration',
      'organizations.registration_scheme',
      'organizations.short_address',
      'organizations.industry',
      'organizations.member_tin',
      'organizations.address',
      'currencies.code as currency',
    ])
    .executeTakeFirstOrThrow()
}

/** The checks before the one-time password is requested. Without a whole national address, or with a long code, a document is only remarked on. */
export function readinessOf(seller: Seller) {
  const isReady: Record<(typeof readinessPoints)[number], boolean> = {
    // The code carries both names, in 255 bytes at most.
    name: seller.name.trim() !== '' && Buffer.byteLength(bilingualName(seller.name, seller.name_en)) <= 255,
    // Of an invoice of a billion riyals.
    code: qrLength(bilingualName(seller.name, seller.name_en), '1149999999.99', '149999999.99') <= longestQr,
    vat_number: /^3\d{13}3$/.test(seller.tax_number ?? ''),
    commercial_registration: isLawful(sellerIdentifier(seller)),
    // The certificate of a member of a VAT group carries its own number.
    member_tin: seller.member_tin !== null,
    address: isWholeAddress(seller),
    currency: seller.currency === 'SAR',
  }
  const points = readinessPoints.filter((point) => point !== 'member_tin' || isGroupNumber(seller.tax_number ?? ''))
  return points.map((point) => ({
    point,
    is_ready: isReady[point],
    is_required: point !== 'address' && point !== 'code',
  }))
}

const isLawful = (identifier: { scheme: string; value: string } | null) =>
  identifier !== null && identifierProblem(identifier.scheme, identifier.value) === null
