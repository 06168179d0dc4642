import { readinessPoints } from '#contract/e-invoicing.ts'
import type { Context } from '#server/core/context.ts'

/** The organisation as named in the authority's certificate and documents. */
export type Seller = {
  name: string
  name_en: string | null
  tax_number: string | null
  commercial_registration: string | null
  address: string | null
  currency: string
}

export async function readSeller({ db }: Pick<Context, 'db'>): Promise<Seller> {
  return db
    .selectFrom('organizations')
    .innerJoin('currencies', 'currencies.id', 'organizations.currency_id')
    .select([
      'organizations.name',
      'organizations.name_en',
      'organizations.tax_number',
      'organizations.commercial_registration',
      'organizations.address',
      'currencies.code as currency',
    ])
    .executeTakeFirstOrThrow()
}

/** The checks before the one-time password is requested. Without an address the authority only adds a warning to each document. */
export function readinessOf(seller: Seller) {
  const isReady: Record<(typeof readinessPoints)[number], boolean> = {
    name: seller.name.trim() !== '' && Buffer.byteLength(seller.name) <= 255,
    vat_number: /^3\d{13}3$/.test(seller.tax_number ?? ''),
    commercial_registration: /^\d{10}$/.test(seller.commercial_registration ?? ''),
    address: (seller.address ?? '').trim() !== '',
    currency: seller.currency === 'SAR',
  }
  return readinessPoints.map((point) => ({ point, is_ready: isReady[point], is_required: point !== 'address' }))
}
