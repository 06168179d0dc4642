import { sql } from 'kysely'
import type { FieldErrors } from '#contract/issues.ts'
import { type Allocation, availableFrom, type Taken } from '#ledger/allocation.ts'
import type { Numeric } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Advance } from './advances/advance.ts'
import type { AllocationSource } from './reverse-allocations.ts'
import type { LockedDocument } from './settle.ts'

/** Allocations of a day, with the settled document. */
type Row = { document?: LockedDocument | undefined; amount: Numeric; day: string }
type Ask = { field: string; advance?: Advance; rows: readonly Row[] }

/**
 * Something that is reversed on a later day counts as used, or settled, until that day. Allocating it again on a day
 * between would make the advance, or the amount owed, negative on that day. Refused on the field of the day, with the
 * first day on which everything is available. The locks are held.
 */
export async function requireAvailableOn(context: Context, { field, advance, rows }: Ask): Promise<void> {
  const days = [...(await openFrom(context, rows)).map(({ from }) => from), ...(await leftFrom(context, advance, rows))]
  const date = days.sort().at(-1)
  if (date) throw new Refusal('used_until', { field, params: { date } })
}

/**
 * The same for a payment, which is dated with its money: its document waits for its part, as a later-dated document
 * does.
 */
export async function requireOpenOn(
  context: Context,
  corrected: number | undefined,
  allocations: readonly Allocation[],
  documents: ReadonlyMap<number, LockedDocument>,
): Promise<void> {
  const rows = allocations.map((row) => ({
    ...{ amount: row.amount, day: row.allocation_date },
    document: documents.get(row.document_id),
  }))
  const errors: FieldErrors = {}
  for (const { index, from } of await openFrom(context, rows, corrected))
    errors[`references.${index}.reference_id`] = { code: 'settled_until', params: { date: from } }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/** The rows whose document was not open for them on their day, with the day from which it is. */
async function openFrom(context: Context, rows: readonly Row[], corrected?: number) {
  const suspects = rows.flatMap(({ document, amount, day }, index) =>
    document?.last_unsettled_on && document.last_unsettled_on > day ? [{ document, amount, day, index }] : [],
  )
  if (suspects.length === 0) return []
  const ids = suspects.map(({ document }) => document.id)
  // Without what the corrected payment had settled: that is reversed on its own days.
  const { rows: settled } = await sql<Taken & { document_id: number }>`
    SELECT document_id, allocation_date AS day, sum(amount) AS amount FROM allocations
    WHERE organization_id = ${context.session.organization_id} AND document_id = ANY (${ids}::bigint[])
      AND payment_id IS DISTINCT FROM ${corrected ?? 0}::bigint
    GROUP BY 1, 2`.execute(context.db)
  return suspects.flatMap(({ document, amount, day, index }) => {
    const own = settled.filter((row) => row.document_id === document.id)
    const from = availableFrom(document.total, own, { amount, day })
    return from > day ? [{ index, from }] : []
  })
}

/** The days from which an advance has enough for each row, if that is later than the day of the row. */
async function leftFrom(context: Context, advance: Advance | undefined, rows: readonly Row[]): Promise<string[]> {
  const { last_unsettled_on } = advance ?? {}
  if (!advance || !last_unsettled_on || rows.every(({ day }) => day >= last_unsettled_on)) return []
  const used = await usesOf(context, advance.source)
  return rows.flatMap(({ amount, day }) => {
    const from = availableFrom(advance.open.amount, used, { amount, day })
    // The next row sees what this one uses.
    used.push({ day, amount })
    return from > day ? [from] : []
  })
}

/** Uses of an advance and their reversals, by day. */
async function usesOf({ db, session }: Context, source: AllocationSource): Promise<Taken[]> {
  const [[column, id]] = Object.entries(source) as [[string, number]]
  const own = sql`organization_id = ${session.organization_id} AND ${sql.ref(column)} = ${id}`
  const { rows } = await sql<Taken>`
    SELECT allocation_date AS day, amount FROM allocations WHERE ${own}
    UNION ALL
    SELECT refund_date, amount FROM refunds WHERE ${own} AND (state = 'posted' OR entry_id IS NOT NULL)
    UNION ALL
    SELECT reversal.entry_date, -refund.amount FROM (SELECT * FROM refunds WHERE ${own} AND state = 'void') AS refund
    JOIN journal_entries AS reversal
      ON reversal.organization_id = refund.organization_id AND reversal.reverses_id = refund.entry_id`.execute(db)
  return rows
}
