import { sql } from 'kysely'
import { availableFrom, type Taken } from '#ledger/allocation.ts'
import type { Numeric } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { LockedDocument } from './settle.ts'

/** Allocations of a day, with the settled document. */
type Row = { document?: LockedDocument | undefined; amount: Numeric; day: string }
type Ask = { field: string; rows: readonly Row[] }

/**
 * As `requireAvailable`, for notes, which are not planned yet. The locks are held.
 */
export async function requireAvailableOn(context: Context, { field, rows }: Ask): Promise<void> {
  const days = (await openFrom(context, rows)).map(({ from }) => from)
  const date = days.sort().at(-1)
  if (date) throw new Refusal('used_until', { field, params: { date } })
}

/** The rows whose document was not open for them on their day, with the day from which it is. */
async function openFrom(context: Context, rows: readonly Row[]) {
  const suspects = rows.flatMap(({ document, amount, day }, index) =>
    document?.last_unsettled_on && document.last_unsettled_on > day ? [{ document, amount, day, index }] : [],
  )
  if (suspects.length === 0) return []
  const ids = suspects.map(({ document }) => document.id)
  const { rows: settled } = await sql<Taken & { document_id: number }>`
    SELECT document_id, allocation_date AS day, sum(amount) AS amount FROM allocations
    WHERE organization_id = ${context.session.organization_id} AND document_id = ANY (${ids}::bigint[])
    GROUP BY 1, 2`.execute(context.db)
  return suspects.flatMap(({ document, amount, day, index }) => {
    const own = settled.filter((row) => row.document_id === document.id)
    const from = availableFrom(document.total, own, { amount, day })
    return from > day ? [{ index, from }] : []
  })
}
