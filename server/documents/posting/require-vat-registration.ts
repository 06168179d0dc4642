import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Facts } from '../document-facts.ts'

/** A seller that is not registered for VAT charges none: a sale with tax is refused, with a link to the settings. */
export function requireVatRegistration(
  { session }: Pick<Context, 'session'>,
  side: Side,
  { totals }: Pick<Facts, 'totals'>,
): void {
  if (side.name !== 'sales' || session.organization.vat_status !== 'not_registered') return
  if (totals.tax.gt(0)) throw new Refusal('vat_not_registered', { field: 'tax_id' })
}
