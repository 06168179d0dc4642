import type { Line } from '#ledger/entry.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import { DerivedNumber, type Id, type NextNumber, type PlannedNumber } from '#server/posting/placeholders.ts'
import type { PlannedItem } from '#server/posting/plan-open-item.ts'
import type { ManualInput } from './manual-entry-input.ts'

type ManualItem = { id: number; settled: string; version: number }

/** The open items of an entry, locked before the entry itself. */
export const openItemsOfEntry = (id: number): Need<ManualItem[]> => ({
  lock: 'documents',
  load: ({ db }) =>
    db
      .selectFrom('documents')
      .select(['id', 'settled', 'version'])
      .where('manual_entry_id', '=', id)
      .where('state', '=', 'posted')
      .orderBy('id')
      .forUpdate()
      .execute(),
})

/** Refused while something was paid of one. */
export function requireUnsettled(items: readonly ManualItem[]): void {
  if (items.some((item) => decimal(item.settled).gt(0))) throw new Refusal('has_payments', { field: 'lines' })
}

type Entry = { id: Id; number: string | NextNumber; input: ManualInput; rate: string; ids: readonly number[] }
type Item = Omit<PlannedItem, 'entry_id'>

/**
 * A line on receivables or payables creates an open item, which payments settle like an invoice or a bill; so the
 * control accounts equal the open items (accounting rule 1.5). Items have the number of the entry, with the line number
 * if there are several. Answers the items, and the lines with their ids.
 */
export function itemsOfLines(
  accounts: Accounts,
  { id, number, input, rate, ids }: Entry,
  lines: readonly Line[],
): { items: Item[]; named: Line[] } {
  const kinds = new Map([
    [accounts.idOf('AR'), 'journal_receivable' as const],
    [accounts.idOf('AP'), 'journal_payable' as const],
  ])
  const kindOf = (line: Line) => (typeof line.account === 'number' && line.party ? kinds.get(line.account) : undefined)
  const count = lines.filter(kindOf).length
  const items: Item[] = []
  const named = lines.map((line, index) => {
    const kind = kindOf(line)
    const itemId = ids[items.length]
    if (!kind || itemId === undefined || !line.party) return line
    const own: PlannedNumber = count > 1 ? new DerivedNumber(number, `/${index + 1}`) : number
    items.push({
      id: itemId,
      kind,
      number: own,
      date: input.journal_date,
      due_date: input.journal_date,
      party_id: line.party.id,
      branch_id: input.branch_id,
      currency_id: input.currency_id,
      exchange_rate: rate,
      amount: text(line.amount_currency.abs()),
      total_base: text(line.debit.plus(line.credit)),
      manual_entry_id: id,
    })
    return { ...line, document_id: itemId }
  })
  return { items, named }
}
