import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { SentSpread } from '#contract/documents/spread-fields.ts'
import { decimal, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deferralsOf } from '#server/deferrals/cancel-deferrals.ts'
import { openDeferrals } from '#server/deferrals/open-deferrals.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { loadFacts } from '../document-facts.ts'
import { storedInput } from '../load-document-input.ts'
import { lockDocument } from '../lock-document.ts'

type Asked = SentSpread & { line_number: number; date?: string | null | undefined }

/**
 * Spreads a row of a posted document, even a locked one: the document does not change, the amount moves on a day from
 * the row's account to the deferral account. Parts credited by earlier notes are excluded.
 */
export async function spreadPostedRow(context: Context, side: Side, id: number, asked: Asked): Promise<void> {
  const { line_number, date, ...spread } = asked
  const glance = await context.db
    .selectFrom('documents')
    .select('document_date')
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  const day = date ?? glance.document_date
  if (day > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const period = await lockPeriod(context, day, 'date', 'manual')
  const stored = await lockDocument(context, side.document, id, undefined)
  if (stored.state !== 'posted') throw new Refusal('document_not_posted')
  if (day < stored.document_date) throw new Refusal('date_before_source', { field: 'date' })
  const [input, open] = await Promise.all([storedInput(context, side, id), deferralsOf(context, id)])
  const item = input.items[line_number - 1]
  if (!item) throw new Refusal('unknown_row', { field: 'line_number' })
  if (open.some((row) => row.line_number === line_number)) throw new Refusal('spread_already')
  const items = input.items.map((row, index) => (index === line_number - 1 ? { ...row, ...spread } : row))
  const facts = await loadFacts(
    context,
    side,
    { ...input, items },
    { frozen: stored, mayBeBlocked: true, stored: input },
  )
  const { account, credited } = await bookedRow(context, stored.entry_id, id, line_number, item.product_id)
  const row = {
    ...{ ...spread, line_number, account, product_id: item.product_id },
    cost_center_id: item.cost_center_id ?? null,
    amount: (facts.posted.base.lines[line_number - 1] ?? zero).minus(credited),
  }
  const document = { id, date: day, branch_id: stored.branch_id, period }
  await openDeferrals(context, side, document, [row], await loadAccounts(context))
  await context.db
    .updateTable('document_lines')
    .set({
      ...{ spread_from: spread.spread_from ?? null, spread_to: spread.spread_to ?? null },
      ...{ spread_months: spread.spread_months ?? null, spread_account_id: spread.spread_account_id ?? null },
    })
    .where('document_id', '=', id)
    .where('line_number', '=', line_number)
    .execute()
}

/** The account of a row in the books, and what notes took off the row, in base currency. */
async function bookedRow({ db, session }: Context, entry: number | null, id: number, line: number, product: number) {
  const own = session.organization_id
  const { rows } = await sql<{ account_id: number | null; credited: string }>`
    SELECT (SELECT booked.account_id FROM journal_lines AS booked
        JOIN accounts AS account ON account.organization_id = ${own} AND account.id = booked.account_id
        WHERE booked.organization_id = ${own} AND booked.entry_id = ${entry}::bigint AND booked.product_id = ${product}::bigint
          AND account.role IS DISTINCT FROM 'COGS' AND account.role IS DISTINCT FROM 'PROMO'
        ORDER BY account.class IN ('R', 'X') DESC, booked.line_number LIMIT 1) AS account_id,
      (SELECT coalesce(sum(taken.net_base), 0) FROM documents AS note
        JOIN document_lines AS taken ON taken.organization_id = ${own} AND taken.document_id = note.id
        WHERE note.organization_id = ${own} AND note.reference_id = ${id}::bigint AND note.state = 'posted'
          AND note.kind IN ('credit_note', 'supplier_credit') AND taken.reference_line = ${line}::integer) AS credited`.execute(
    db,
  )
  const [found] = rows
  if (!found?.account_id) throw new Refusal('spread_of_nothing', { field: 'line_number' })
  return { account: found.account_id, credited: decimal(found.credited) }
}
