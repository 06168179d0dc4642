import type { Line } from '#ledger/entry.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { loadAccounts } from '../accounts.ts'
import { insertOpenItems, type PostedItem, voidOpenItems } from '../open-item.ts'
import { nextIdsOf } from '../posting/allocate-ids.ts'
import type { ManualInput } from './manual-entry-input.ts'

/** The open items of an entry, locked before the entry itself; refused while something was paid of one. */
export async function lockManualItems({ db }: Context, manualEntryId: number) {
  const items = await db
    .selectFrom('documents')
    .select(['id', 'settled'])
    .where('manual_entry_id', '=', manualEntryId)
    .where('state', '=', 'posted')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (items.some((item) => decimal(item.settled).gt(0))) throw new Refusal('has_payments', { field: 'lines' })
  return items
}

export const voidManualItems = (context: Context, items: readonly { id: number }[]): Promise<void> =>
  voidOpenItems(
    context,
    items.map(({ id }) => id),
  )

type Entry = { id: number; entry_id: number | null; number: string; input: ManualInput; rate: string }

/**
 * A line on receivables or payables creates an open item, which payments settle like an invoice or a bill; so the
 * control accounts equal the open items (accounting rule 1.5). Items have the number of the entry, with the line number
 * if there are several. Answers the lines with the ids of their items.
 */
export async function openManualItems(
  context: Context,
  { id, entry_id, number, input, rate }: Entry,
  lines: readonly Line[],
): Promise<Line[]> {
  const accounts = await loadAccounts(context)
  const kinds = new Map([
    [accounts.idOf('AR'), 'journal_receivable' as const],
    [accounts.idOf('AP'), 'journal_payable' as const],
  ])
  const kindOf = (line: Line) => (typeof line.account === 'number' && line.party ? kinds.get(line.account) : undefined)
  const ids = await nextIdsOf(context, lines.filter(kindOf).length)
  const items: PostedItem[] = []
  const named = lines.map((line, index) => {
    const kind = kindOf(line)
    const item = kind && ids[items.length]
    if (!kind || !item || !line.party) return line
    items.push({
      ...{ id: item.id, entry_id, kind, number: ids.length > 1 ? `${number}/${index + 1}` : number },
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
    return { ...line, document_id: item.id }
  })
  sendWrites(context.db, insertOpenItems(context, items))
  return named
}
