import type { NoteKind } from '#contract/documents/notes.ts'
import type { Side } from '#contract/documents/sides.ts'
import { type Decimal, decimal, max, min, sum, text, zero } from '#ledger/money.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Calendar } from '#server/journal/periods.ts'
import { planReversedWriteOff, planWriteOff } from '#server/payments/plan-write-off.ts'
import type { StoredWriteOff } from '#server/payments/stored-write-offs.ts'
import type { SettledByDay } from '#server/posting/facts/allocations.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import type { NoteFigures } from './note-figures.ts'

/** The part of the note that reduces the write-offs of its document: the amount above what is open. It comes before payments. */
export function lossLessened(
  { lowers }: NoteKind,
  { total, settled }: OpenItemState,
  { totals }: NoteFigures,
  writeOffs: readonly StoredWriteOff[],
): Decimal {
  if (!lowers) return zero
  const beyond = totals.total.minus(decimal(total).minus(settled))
  return min(max(beyond, zero), sum(writeOffs.map(({ amount }) => amount)))
}

/** What is reversed of write-offs, each on its day, and what of the last one is lost all the same. */
export type LoweredLoss = { reversed: { day: string; amount: string }[]; last: StoredWriteOff | null; rest: Decimal }

type Facts = {
  writeOffs: readonly StoredWriteOff[]
  items: ReadonlyMap<number, OpenItemState>
  calendar: Calendar
}

/**
 * Reverses write-offs, latest first, by the amount that the note takes off them; the rest is written off again. So a
 * customer who never paid gets no credit. Each has its own date, or the note's if that is later.
 */
export function planLoweredLoss(
  plan: Plan,
  side: Side,
  { writeOffs, items, calendar }: Facts,
  { date, lost }: { date: string; lost: Decimal },
): LoweredLoss {
  const reversed: LoweredLoss['reversed'] = []
  let reopened = zero
  let last: StoredWriteOff | null = null
  for (const writeOff of writeOffs) {
    if (reopened.gte(lost)) break
    const day = laterOf(writeOff.write_off_date, date)
    planReversedWriteOff(plan, side, writeOff, items, { period: calendar.open(day, 'date', side.name), date: day })
    reversed.push({ day, amount: writeOff.amount })
    reopened = reopened.plus(writeOff.amount)
    last = writeOff
  }
  return { reversed, last, rest: reopened.minus(lost) }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** What is settled by day, without the write-offs that the plan reverses. */
export const withoutLoss = (settled: SettledByDay, document_id: number, { reversed }: LoweredLoss): SettledByDay =>
  // A document of which nothing was ever reversed is as settled as it is now on all its days.
  settled.length === 0
    ? settled
    : [...settled, ...reversed.map(({ day, amount }) => ({ document_id, day, amount: decimal(amount).neg() }))]

type Writer = { caller: Caller; side: Side; accounts: Accounts; calendar: Calendar }

/** Plans again what of the last write-off the note did not take. */
export function planRestOfLoss(
  plan: Plan,
  { calendar, ...writer }: Writer,
  item: OpenItemState,
  { reversed, last, rest }: LoweredLoss,
  reason: string,
): void {
  if (!last || rest.lte(0)) return
  const write_off_date = reversed.at(-1)?.day as string
  const period = calendar.open(write_off_date, 'write_off_date', writer.side.name)
  const again = { write_off_date, amount: text(rest), reason: last.reason ?? reason, account: last.account_id }
  planWriteOff(plan, writer, item, period, again)
}
