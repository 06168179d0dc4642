import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { settledItems } from '#server/journal/item-settlements.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { amountInBase } from './entry-worth.ts'

/** Why the day of an entry takes no change. */
export const closedEntry = (context: Context) =>
  periodLockReason(context, ['manual'], { table: 'manual_entries', day: 'journal_date' }).as('closed_period')

/** A manual entry with its lines, as its form and its paper show it. */
export async function readManualEntry(context: Context, id: number) {
  const { db } = context
  const row = await db
    .selectFrom('manual_entries')
    .selectAll()
    .select(closedEntry(context))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const lines = await db
    .selectFrom('manual_entry_lines as line')
    .innerJoin('accounts', 'accounts.id', 'line.account_id')
    .leftJoin('cost_centers', 'cost_centers.id', 'line.cost_center_id')
    .leftJoin('parties as customer', 'customer.id', 'line.customer_id')
    .leftJoin('parties as supplier', 'supplier.id', 'line.supplier_id')
    .selectAll('line')
    .select([
      'accounts.name as account_name',
      'accounts.name_en as account_name_en',
      'accounts.number as account_number',
    ])
    .select([
      'cost_centers.name as cost_center_name',
      'cost_centers.name_en as cost_center_name_en',
      'customer.name as customer_name',
      'customer.name_en as customer_name_en',
      'supplier.name as supplier_name',
      'supplier.name_en as supplier_name_en',
    ])
    .where('line.manual_entry_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  const currency = await db
    .selectFrom('currencies')
    .selectAll()
    .where('id', '=', row.currency_id)
    .executeTakeFirstOrThrow()
  const status = row.reversal_entry_id === null ? row.state : 'reversed'
  const items = await settledItems(context, id)
  const amount_base = amountInBase(context, row)
  return {
    ...row,
    journal_number: row.number,
    amount_base,
    status,
    is_void: row.state === 'void',
    currency,
    lines,
    ...items,
  }
}
