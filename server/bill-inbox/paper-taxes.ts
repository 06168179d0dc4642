import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { PaperRow } from './paper-facts.ts'

type Tax = { id: number; rate: string; category: string; purchase_box: string | null }

/** Taxes that a supplier can charge: none that we owe ourselves, and none of customs. */
export async function activeTaxes({ db }: Context): Promise<Tax[]> {
  const rows = await db
    .selectFrom('taxes')
    .select(['id', 'rate', 'category', 'purchase_box', 'treatment'])
    .where('status', '=', 'active')
    .where('reverse_charge', '=', false)
    .orderBy('id')
    .execute()
  return rows.filter(({ treatment }) => treatment !== 'customs') as Tax[]
}

/**
 * The tax of a row by its rate and its category: zero-rated, exempt and out of scope are all 0 % and in different boxes of the return.
 * One with a box of purchases goes before one of exports.
 */
export function taxOfPaperRow(
  taxes: readonly Tax[],
  { tax_rate, tax_category }: Pick<PaperRow, 'tax_rate' | 'tax_category'>,
) {
  const same = taxes.filter((tax) => decimal(tax.rate).eq(tax_rate))
  const own = tax_category ? same.filter(({ category }) => category === tax_category) : []
  const boxed = (list: readonly Tax[]) => list.find(({ purchase_box }) => purchase_box !== null) ?? list[0]
  return (boxed(own) ?? boxed(same))?.id ?? null
}
