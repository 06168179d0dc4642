import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { type SentSpread, spreadNames } from '#contract/documents/spread-fields.ts'
import { zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { schedulesOfDocument } from '#server/deferrals/deferral-rows.ts'
import { needsOfOpened, planOpenedDeferrals } from '#server/deferrals/plan-opened.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { documentFacts, needsOfContent } from '../document-facts.ts'
import { storedInput } from '../load-document-input.ts'
import { lockedDocuments, requireDocument } from '../posting/locked-documents.ts'

type SpreadAsk = SentSpread & { line_number: number; date?: string | null | undefined }
type Input = { side: Side; id: number; asked: SpreadAsk }

/**
 * Spreads a row of a posted document, even a locked one: the document does not change, the amount moves on a day from
 * the row's account to the deferral account. Parts credited by earlier notes are excluded.
 */
export const spreadPostedRow = (context: Context, side: Side, id: number, asked: SpreadAsk): Promise<void> =>
  runWrite(context, spreadRule, { side, id, asked })

const spreadRule = { needs, decide }

async function needs(context: Context, { side, id, asked }: Input) {
  const unlocked = await context.db
    .selectFrom('documents')
    .select(['document_date', 'version'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!unlocked) throw new Refusal('not_found')
  const day = asked.date ?? unlocked.document_date
  if (day > context.today) throw new Refusal('date_in_future', { field: 'date' })
  const before = await storedInput(context, side, id)
  const { line_number, date: _, ...spread } = asked
  const items = before.items.map((row, index) => (index === line_number - 1 ? { ...row, ...spread } : row))
  const input = { ...before, items }
  return {
    unlocked: known(unlocked),
    day: known(day),
    before: known(before),
    input: known(input),
    calendar: calendarFrom(day),
    documents: lockedDocuments([id], null),
    schedules: schedulesOfDocument(id),
    booked: bookedRow(id, line_number),
    ...needsOfContent(side, input, { id }),
    ...needsOfOpened([spread]),
    accounts: postingAccounts,
  }
}

function decide(
  caller: Caller,
  known: FactsOf<Awaited<ReturnType<typeof needs>>>,
  { side, id, asked }: Input,
): Decision<void> {
  const { day, before, input, booked, unlocked } = known
  const { line_number, date: _, ...spread } = asked
  const period = known.calendar.open(day, 'date', 'manual')
  const stored = requireDocument(known.documents, side.document, id, undefined)
  if (stored.state !== 'posted') throw new Refusal('document_not_posted')
  if (stored.version !== unlocked.version) throw new Refusal('conflict_retry')
  requireUnmovedDate(unlocked.document_date, stored.document_date)
  if (day < stored.document_date) throw new Refusal('date_before_source', { field: 'date' })
  const item = before.items[line_number - 1]
  if (!item) throw new Refusal('unknown_row', { field: 'line_number' })
  if ([...known.schedules.values()].some(({ row }) => row.line_number === line_number))
    throw new Refusal('spread_already')
  const purpose = { id, frozen: stored, mayBeBlocked: true, stored: before }
  const facts = documentFacts(caller, side, input, known, purpose)
  if (booked.account_id === null) throw new Refusal('spread_of_nothing', { field: 'line_number' })
  const row = {
    ...spread,
    line_number,
    account: booked.account_id,
    product_id: item.product_id,
    cost_center_id: item.cost_center_id ?? null,
    amount: (facts.posted.base.lines[line_number - 1] ?? zero).minus(booked.credited),
  }
  const plan = new Plan(caller, known.accounts)
  const document = { id, date: day, branch_id: stored.branch_id, period, number: stored.number }
  planOpenedDeferrals(plan, caller, side, known, document, [row])
  const months = Object.fromEntries(spreadNames.map((name) => [name, spread[name] ?? null]))
  plan.changeBy('document_lines', { document_id: id, line_number }, months)
  return { plan, result: () => undefined }
}

type Booked = { account_id: number | null; credited: string }

/** The account of a row in the books, and what notes took off the row, in base currency. */
const bookedRow = (id: number, line: number): Need<Booked> => ({
  load: async ({ db, session }) => {
    const own = session.organization_id
    const { rows } = await sql<Booked>`
      SELECT (SELECT booked.account_id FROM documents AS document
          JOIN document_lines AS row ON row.organization_id = ${own} AND row.document_id = document.id AND row.line_number = ${line}::integer
          JOIN journal_lines AS booked ON booked.organization_id = ${own} AND booked.entry_id = document.entry_id AND booked.product_id = row.product_id
          JOIN accounts AS account ON account.organization_id = ${own} AND account.id = booked.account_id
          WHERE document.organization_id = ${own} AND document.id = ${id}::bigint
            AND account.role IS DISTINCT FROM 'COGS' AND account.role IS DISTINCT FROM 'PROMO'
          ORDER BY account.class IN ('R', 'X') DESC, booked.line_number LIMIT 1) AS account_id,
        (SELECT coalesce(sum(taken.net_base), 0) FROM documents AS note
          JOIN document_lines AS taken ON taken.organization_id = ${own} AND taken.document_id = note.id
          WHERE note.organization_id = ${own} AND note.reference_id = ${id}::bigint AND note.state = 'posted'
            AND note.kind IN ('credit_note', 'supplier_credit') AND taken.reference_line = ${line}::integer) AS credited`.execute(
      db,
    )
    return rows[0] as Booked
  },
})
