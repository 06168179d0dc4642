import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { takeFacts } from '#server/core/needs.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { type Before, type Opening, type OpeningAsked, type OpeningInput, openingParts } from './opening-changes.ts'
import { kindsOfStoredItems, type OpeningList, openingLists, saveOpeningDocuments } from './opening-documents.ts'
import { saveOpeningLines } from './opening-lines.ts'
import { saveOpeningStock } from './opening-stock.ts'
import { readOpening } from './read-opening.ts'

/**
 * Saves the opening balances of an organization (accounting rule 9): stock (V36), open items of customers and
 * suppliers, and the other balances (V35), all against opening equity. Until the first year closes they can be saved
 * again: changed parts are reversed on their date and reposted.
 */
export async function saveOpening(context: Context, asked: OpeningAsked): Promise<void> {
  const { db } = context
  const { calendar } = await takeFacts(context, { calendar: wholeCalendar })
  if (calendar.years.some((year) => year.status === 'closed'))
    throw new Refusal('opening_fixed', { field: 'opening_date' })
  const stored = await storedOpening(context)
  const input = await whole(context, asked)
  await requireRows(db, { branch_id: ['branches', input.branch_id, {}, stored?.branch_id ?? null] })
  if (input.version !== undefined && input.version !== (stored?.version ?? 0)) throw new Refusal('stale_version')
  const periodOf = (date: string) => calendar.open(date, 'opening_date', 'manual')
  const period = periodOf(input.opening_date)
  const before: Before = stored
    ? {
        date: stored.opening_date,
        branch_id: stored.branch_id,
        period: periodOf(stored.opening_date),
        revision: stored.revision,
        entry_id: stored.entry_id,
      }
    : null
  const now: Opening = {
    date: input.opening_date,
    branch_id: input.branch_id,
    period,
    revision: (stored?.revision ?? 0) + 1,
  }
  await writeHead(context, now)
  const storedKinds = await kindsOfStoredItems(context)
  for (const list of Object.keys(openingLists) as OpeningList[])
    if (input[list].length > 0 || storedKinds.has(openingLists[list].kind))
      await saveOpeningDocuments(context, list, input[list], now, before)
  await saveOpeningStock(context, input.stock, now, before)
  await saveOpeningLines(context, input.lines, now, before)
}

/** A list that is not named stays as it is stored. */
async function whole(context: Context, asked: OpeningAsked): Promise<OpeningInput> {
  if (openingParts.every((list) => asked[list] !== undefined)) return asked as OpeningInput
  const { customer_credits, supplier_credits, ...rest } = await readOpening(context)
  // Opening credits are due on the day of the opening, which may move.
  const undated = (rows: typeof customer_credits) => rows.map(({ due_date: _, ...row }) => row)
  const stored = { ...rest, customer_credits: undated(customer_credits), supplier_credits: undated(supplier_credits) }
  return Object.assign({ ...asked }, ...openingParts.map((list) => ({ [list]: asked[list] ?? stored[list] })))
}

const storedOpening = ({ db }: Context) => db.selectFrom('opening_balances').selectAll().forUpdate().executeTakeFirst()

async function writeHead({ db }: Context, { date, branch_id, revision }: Opening): Promise<void> {
  const columns = { opening_date: date, branch_id, revision }
  await db
    .insertInto('opening_balances')
    .values({ ...columns, updated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        ...columns,
        version: sql`opening_balances.version + 1`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute()
}
