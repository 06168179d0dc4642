import type { FieldErrors } from '#contract/issues.ts'
import { type Allocation, availableFrom, type DatedAmount } from '#ledger/allocation.ts'
import type { Numeric } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SettledByDay } from '#server/posting/facts/allocations.ts'
import type { OpenItemState, OpenItems } from '#server/posting/facts/open-items.ts'
import type { Advance } from './advances/advance.ts'

/** Allocations of a day, with the settled document. */
type Row = { item?: OpenItemState | undefined; amount: Numeric; day: string }
type Ask = {
  field: string
  settled: SettledByDay
  rows: readonly Row[]
  advance?: { of: Advance; uses: readonly DatedAmount[] }
}

/**
 * Something that is reversed on a later day counts as used, or settled, until that day. Allocating it again on a day
 * between would make the advance, or the amount owed, negative on that day. Refused on the field of the day, with the
 * first day on which everything is available.
 */
export function requireAvailable({ field, settled, rows, advance }: Ask): void {
  const days = [...openFrom(rows, settled).map(({ from }) => from), ...(advance ? leftFrom(advance, rows) : [])]
  const date = days.sort().at(-1)
  if (date) throw new Refusal('used_until', { field, params: { date } })
}

/**
 * The same for a payment, which is dated with its money: its document waits for its part, as a later-dated document
 * does.
 */
export function requireOpenFor(allocations: readonly Allocation[], items: OpenItems, settled: SettledByDay): void {
  const rows = allocations.map((row) => ({
    amount: row.amount,
    day: row.allocation_date,
    item: items.get(row.document_id),
  }))
  const errors: FieldErrors = {}
  for (const { index, from } of openFrom(rows, settled))
    errors[`references.${index}.reference_id`] = { code: 'settled_until', params: { date: from } }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/** The rows whose document was not open for them on their day, with the day from which it is. */
function openFrom(rows: readonly Row[], settled: SettledByDay) {
  return rows.flatMap(({ item, amount, day }, index) => {
    if (!item?.last_unsettled_on || item.last_unsettled_on <= day) return []
    const own = settled.filter((row) => row.document_id === item.id)
    const from = availableFrom(item.total, own, { amount, day })
    return from > day ? [{ index, from }] : []
  })
}

/** The days from which an advance has enough for each row, if that is later than the day of the row. */
function leftFrom({ of, uses }: { of: Advance; uses: readonly DatedAmount[] }, rows: readonly Row[]): string[] {
  const { last_unsettled_on } = of
  if (!last_unsettled_on || rows.every(({ day }) => day >= last_unsettled_on)) return []
  const used = [...uses]
  return rows.flatMap(({ amount, day }) => {
    const from = availableFrom(of.open.amount, used, { amount, day })
    // The next row sees what this one uses.
    used.push({ day, amount })
    return from > day ? [from] : []
  })
}
