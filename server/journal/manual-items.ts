import type { Line } from '#ledger/entry.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { loadAccounts } from './accounts.ts'
import { insertOpenItem, type OpenItem, postOpenItem, voidOpenItem } from './open-item.ts'
import type { ManualInput } from './save-manual-entry.ts'

type Opened = { id: number; kind: OpenItem['kind']; line: number }

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

export async function voidManualItems(context: Context, items: readonly { id: number }[]): Promise<void> {
  for (const item of items) await voidOpenItem(context, item.id)
}

/**
 * A line on receivables or payables opens an amount due, which payments settle like an invoice or a bill; so the
 * control accounts stay equal to what is open (ledger.md 1.5). The lines are answered naming their items.
 */
export async function openManualItems(
  context: Context,
  entry: { id: number; input: ManualInput; rate: string },
  lines: readonly Line[],
): Promise<{ lines: Line[]; opened: Opened[] }> {
  const { input } = entry
  const accounts = await loadAccounts(context)
  const kinds = new Map([
    [accounts.idOf('AR'), 'journal_receivable' as const],
    [accounts.idOf('AP'), 'journal_payable' as const],
  ])
  const opened: Opened[] = []
  const named: Line[] = []
  for (const [index, line] of lines.entries()) {
    const kind = typeof line.account === 'number' ? kinds.get(line.account) : undefined
    if (!kind || !line.party) {
      named.push(line)
      continue
    }
    const id = await insertOpenItem(context, {
      kind,
      date: input.journal_date,
      due_date: input.journal_date,
      party_id: line.party.id,
      branch_id: input.branch_id,
      currency_id: input.currency_id,
      exchange_rate: entry.rate,
      amount: text(line.amount_currency.abs()),
      total_base: text(line.debit.plus(line.credit)),
      manual_entry_id: entry.id,
    })
    opened.push({ id, kind, line: index + 1 })
    named.push({ ...line, document_id: id })
  }
  return { lines: named, opened }
}

/** Posts the items under the entry's number, told apart by the line where there are several. */
export async function postManualItems(
  context: Context,
  number: string,
  entry_id: number | null,
  opened: readonly Opened[],
): Promise<void> {
  for (const { id, kind, line } of opened)
    await postOpenItem(context, id, { kind, entry_id, number: opened.length > 1 ? `${number}/${line}` : number })
}
