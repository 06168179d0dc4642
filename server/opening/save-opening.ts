import { sql } from 'kysely'
import type { z } from 'zod'
import type { openingInput } from '#contract/opening.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { lockYears } from '#server/years/lock-years.ts'
import { saveOpeningDocuments } from './opening-documents.ts'
import { saveOpeningLines } from './opening-lines.ts'
import { saveOpeningStock } from './opening-stock.ts'
import { readOpening } from './read-opening.ts'

type OpeningAsked = z.output<typeof openingInput>
const lists = ['lines', 'receivables', 'payables', 'customer_credits', 'supplier_credits', 'stock'] as const
type List = (typeof lists)[number]
export type OpeningInput = OpeningAsked & { [Key in List]-?: NonNullable<OpeningAsked[Key]> }
/** What every part of the opening is posted with, now and before. */
export type Opening = { date: string; branch_id: number; period: Period; revision: number }
export type Before = (Opening & { entry_id: number | null }) | null

/**
 * Saves what an organisation brings along (ledger.md 9): stock (V36), open items of customers and suppliers, and the
 * rest of the balances (V35), all against opening equity. Until the first year closes it can be saved again: what
 * changed is reversed on its date and posted anew.
 */
export async function saveOpening(context: Context, asked: OpeningAsked): Promise<void> {
  const { db } = context
  const years = await lockYears(context)
  if (years.some((year) => year.status === 'closed')) throw new Refusal('opening_fixed', { field: 'opening_date' })
  const stored = await storedOpening(context)
  const input = await whole(context, asked)
  await requireRows(db, { branch_id: ['branches', input.branch_id, {}, stored?.branch_id ?? null] })
  if (input.version !== undefined && input.version !== (stored?.version ?? 0)) throw new Refusal('stale_version')
  const period = await lockPeriod(context, input.opening_date, 'opening_date', 'manual')
  const before: Before = stored
    ? {
        date: stored.opening_date,
        branch_id: stored.branch_id,
        period: await lockPeriod(context, stored.opening_date, 'opening_date', 'manual'),
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
  await saveOpeningDocuments(context, 'receivables', input.receivables, now, before)
  await saveOpeningDocuments(context, 'payables', input.payables, now, before)
  await saveOpeningDocuments(context, 'customer_credits', input.customer_credits, now, before)
  await saveOpeningDocuments(context, 'supplier_credits', input.supplier_credits, now, before)
  await saveOpeningStock(context, input.stock, now, before)
  await saveOpeningLines(context, input.lines, now, before)
}

/** A list that is not named stays as it is stored. */
async function whole(context: Context, asked: OpeningAsked): Promise<OpeningInput> {
  if (lists.every((list) => asked[list] !== undefined)) return asked as OpeningInput
  const { customer_credits, supplier_credits, ...rest } = await readOpening(context)
  // What was paid ahead is due on the day of the opening, wherever that goes.
  const undated = (rows: typeof customer_credits) => rows.map(({ due_date: _, ...row }) => row)
  const stored = { ...rest, customer_credits: undated(customer_credits), supplier_credits: undated(supplier_credits) }
  return Object.assign({ ...asked }, ...lists.map((list) => ({ [list]: asked[list] ?? stored[list] })))
}

const storedOpening = ({ db }: Context) => db.selectFrom('openings').selectAll().forUpdate().executeTakeFirst()

async function writeHead({ db }: Context, { date, branch_id, revision }: Opening): Promise<void> {
  const columns = { opening_date: date, branch_id, revision }
  await db
    .insertInto('openings')
    .values(columns)
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        ...columns,
        version: sql`openings.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .execute()
}

/** Whether the whole opening moved to another day or branch, so that every part is posted anew. */
export const hasChangedDateOrBranch = (now: Opening, before: Before): boolean =>
  before !== null && (before.date !== now.date || before.branch_id !== now.branch_id)
