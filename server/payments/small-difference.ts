import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import type { LockedDocument } from './settle.ts'
import { giveUp, takeBackWriteOff } from './write-off.ts'

type Small = { document: LockedDocument; amount: string; date: string }

/**
 * The amount that a receipt leaves open on its documents, if the organisation writes off such a small amount automatically. Computed
 * before anything is written: the documents still have their previous settlement.
 */
export function smallDifferences(
  { session }: Context,
  side: Side,
  allocations: readonly Allocation[],
  documents: ReadonlyMap<number, LockedDocument>,
): Small[] {
  const { settlement_tolerance, decimals } = session.organization
  if (side.name !== 'sales' || decimal(settlement_tolerance).eq(0)) return []
  return [...Map.groupBy(allocations, (row) => row.document_id)].flatMap(([id, rows]) => {
    const document = documents.get(id) as LockedDocument
    const amount = decimal(document.total)
      .minus(document.settled)
      .minus(sum(rows.map((row) => row.amount)))
    const worth = round(amount.times(document.total_base).div(document.total), decimals)
    // If the whole document is below the limit, its rest is not a small difference.
    if (amount.lte(0) || worth.gt(settlement_tolerance) || decimal(document.total_base).lte(settlement_tolerance))
      return []
    const [date] = rows.map((row) => row.allocation_date).sort((a, b) => (a < b ? 1 : -1)) as [string]
    return [{ document, amount: text(amount), date }]
  })
}

/** Writes them off on the day they remain, together with the receipt. */
export async function giveUpSmall(
  context: Context,
  side: Side,
  payment_id: number,
  all: readonly Small[],
): Promise<void> {
  for (const { document, amount, date } of all) {
    const period = await lockPeriod(context, date, 'payment_date', side.name)
    await giveUp(context, side, document, period, {
      write_off_date: date,
      amount,
      reason: null,
      account: 'ROUNDING',
      payment_id,
    })
  }
}

export type SmallGiven = Awaited<ReturnType<typeof smallGivenUp>>
/** The active write-offs of a receipt. */
export const smallGivenUp = ({ db }: Context, payment_id: number) =>
  db
    .selectFrom('write_offs')
    .selectAll()
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'posted')
    .orderBy('id')
    .execute()

/** Reversed together with the receipt's allocation to the same document. */
export async function takeBackSmall(
  context: Context,
  side: Side,
  given: SmallGiven,
  documents: Map<number, LockedDocument>,
  on: (own: string) => { date: string; period: Period | Promise<Period> },
): Promise<void> {
  for (const row of given) {
    const { date, period } = on(row.write_off_date)
    await takeBackWriteOff(context, side, row, await period, documents, date)
  }
}
