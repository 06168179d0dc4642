import type { Side } from '#contract/documents/sides.ts'
import { type SentSpread, spreadNames } from '#contract/documents/spread-fields.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import { isStocked, type ProductFacts } from '#ledger/posting/product-account.ts'
import { spreadEnd, spreadMonthsMaximum } from '#ledger/spread.ts'
import { known, type Need } from '#server/core/needs.ts'

export type SpreadRow = SentSpread & { product_id: number }

/** Whether a row is recognised over months. */
export const isSpread = ({ spread_from }: SentSpread): boolean => Boolean(spread_from)

/**
 * Errors in the months of rows (accounting rule 2.1-12): a row has one kind of end, moves no stock, and waits on a
 * balance sheet account that is not a control account. Rows without months need no check.
 */
export function spreadErrors(
  rows: readonly SpreadRow[],
  products: ReadonlyMap<number, ProductFacts>,
  usable: ReadonlySet<number>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, row] of rows.entries()) {
    const problem = shapeProblem(row)
    if (problem) errors[`items.${index}.${problem.field}`] = { code: problem.code }
    const product = products.get(row.product_id)
    if (isSpread(row) && product && isStocked(product))
      errors[`items.${index}.spread_from`] = { code: 'spread_of_stock' }
  }
  for (const [index, { spread_account_id }] of rows.entries())
    if (spread_account_id && !usable.has(spread_account_id))
      errors[`items.${index}.spread_account_id`] = { code: 'spread_account' }
  return errors
}

function shapeProblem(row: SpreadRow): { field: (typeof spreadNames)[number]; code: string } | null {
  const { spread_from, spread_months, spread_to } = row
  if (!spread_from) return spreadNames.some((name) => row[name]) ? { field: 'spread_from', code: 'required' } : null
  if (!spread_months && !spread_to) return { field: 'spread_months', code: 'required' }
  if (spread_months && spread_to) return { field: 'spread_to', code: 'spread_one_end' }
  if (spread_to && spread_to < spread_from) return { field: 'spread_to', code: 'range_reversed' }
  const end = spreadEnd({ from: spread_from, to: spread_to ?? null, months: spread_months ?? null })
  return daysBetween(spread_from, end) > spreadMonthsMaximum * 31 ? { field: 'spread_to', code: 'out_of_range' } : null
}

/** The accounts on which rows may wait: prepaid is an asset, deferred revenue a liability; what the system posts to by itself is neither. */
export function spreadAccounts({ name }: Pick<Side, 'name'>, rows: readonly SentSpread[]): Need<ReadonlySet<number>> {
  const named = rows.flatMap(({ spread_account_id }) => (spread_account_id ? [spread_account_id] : []))
  if (named.length === 0) return known(new Set())
  return {
    load: async ({ db }) => {
      const accounts = await db
        .selectFrom('accounts')
        .select('id')
        .where('id', 'in', [...new Set(named)])
        .where('class', '=', name === 'sales' ? 'L' : 'A')
        .where('postable', '=', true)
        .where('manual_entries', '=', true)
        .where('status', '=', 'active')
        .where((row) => row.or([row('cash_flow_tag', 'is', null), row('cash_flow_tag', '!=', 'cash')]))
        .where((row) => row.or([row('role', 'is', null), row('role', 'in', ['PREPAID', 'DEFERRED_REV'])]))
        .execute()
      return new Set(accounts.map(({ id }) => id))
    },
  }
}
