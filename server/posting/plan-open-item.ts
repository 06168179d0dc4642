import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import { type Need, read } from '#server/core/needs.ts'
import type { Id, PlannedNumber } from './placeholders.ts'
import type { Caller, Plan } from './plan.ts'

const sidesOf = {
  opening_receivable: sales,
  opening_payable: purchases,
  journal_receivable: sales,
  journal_payable: purchases,
  opening_customer_credit: sales,
  opening_supplier_credit: purchases,
} as const

/** An open item without a document, as it is stored: its entry is null if its base amount is zero. */
export type PlannedItem = {
  id: number
  kind: keyof typeof sidesOf
  number: PlannedNumber
  entry_id: Id | null
  date: string
  due_date: string
  party_id: number
  branch_id: number
  currency_id: number
  exchange_rate: string
  amount: string
  total_base: string
  manual_entry_id?: Id
}

/** The tax under which items without tax are stored. */
export const outOfScopeTax: Need<number | undefined> = read(async ({ db }) => {
  const outOfScopeFirst = sql`category <> 'O'`
  const taxes = db.selectFrom('taxes').select('id').orderBy(outOfScopeFirst).orderBy('id')
  return (await taxes.limit(1).executeTakeFirst())?.id
})

/** Adds an open item; payments settle it like an invoice or a bill. */
export function planOpenItem(plan: Plan, caller: Caller, tax_id: number | undefined, item: PlannedItem): void {
  const { date, amount, manual_entry_id = null, ...rest } = item
  const { party, postedStatus } = sidesOf[item.kind]
  plan.add('documents', {
    ...rest,
    manual_entry_id,
    tax_id,
    document_date: date,
    party_kind: party,
    subtotal: amount,
    total: amount,
    net_base: item.total_base,
    state: 'posted',
    status: postedStatus,
    posted_at: caller.now,
    created_by: caller.session.user_id,
  })
}

/** Voids an open item: the caller reverses its entry. */
export function planVoidItem(plan: Plan, caller: Caller, { id, version }: { id: number; version: number }): void {
  plan.change('documents', id, { state: 'void', status: 'void', voided_at: caller.now, version: version + 1 })
}
