import { monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, min, text, zero } from '#ledger/money.ts'
import { straightLine } from '#ledger/spread.ts'
import type { Calendar, Period } from '#server/journal/periods.ts'
import type { StoredEntry } from '#server/posting/facts/stored-entries.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { isUnposted, remainingOf, type Schedule, type Schedules, type StoredPart } from './deferral-rows.ts'
import { nextPartMessage } from './plan-next.ts'
import { nextNumber, planAmount } from './plan-part.ts'

type Note = { id: number; date: string; period: Period; ownerNumber: string | null }
/** The amount a note takes off the row of a schedule, in base currency. */
type CreditedPart = { id: number; amount: Decimal }

/**
 * A note that reduces a deferred row takes its remaining months first (accounting rule 2.1-12): that amount returns to
 * the account of the row on the day of the note, and the remaining months share the rest. Anything beyond was
 * recognised already.
 */
export function planCreditedDeferrals(
  plan: Plan,
  caller: Caller,
  schedules: Schedules,
  note: Note,
  taken: readonly CreditedPart[],
): void {
  for (const { id, amount: credited } of taken) {
    const schedule = schedules.get(id)
    if (!schedule) continue
    const { row, parts } = schedule
    const remaining = remainingOf(row, parts)
    const amount = min(credited, remaining)
    if (amount.lte(0)) continue
    const number = nextNumber(parts)
    // A part may be posted on a later day than the note: the note then takes effect with it.
    const about = { schedule, ownerNumber: note.ownerNumber }
    const entry_id = planAmount(plan, note.period, about, { number, date: note.date, amount })
    const part = { deferral_id: id, number, kind: 'note', month: monthStart(note.date), part_date: note.date }
    plan.add('deferral_parts', { ...part, amount: text(amount), state: 'posted', entry_id, note_id: note.id })
    planShares(plan, caller, schedule, parts, remaining.minus(amount))
  }
}

/** The remaining months share the rest in the same proportions. */
function planShares(
  plan: Plan,
  { session }: Caller,
  { row }: Schedule,
  parts: readonly StoredPart[],
  rest: Decimal,
): void {
  const left = parts.filter(isUnposted)
  const weights = left.map(({ amount }) => amount)
  const amounts = straightLine(rest, weights, session.organization.decimals)
  for (const [index, { number }] of left.entries())
    plan.changeBy('deferral_parts', { deferral_id: row.id, number }, { amount: text(amounts[index] ?? zero) })
}

type Restored = { schedules: Schedules; calendar: Calendar; entries: readonly StoredEntry[] }

/**
 * A voided note restores what it took: the remaining months share it again, or it is recognised on its own day if none
 * remains. `schedules`: those of which the note took something.
 */
export function planRestoredDeferrals(
  plan: Plan,
  caller: Caller,
  { schedules, calendar, entries }: Restored,
  noteId: number,
): void {
  for (const schedule of schedules.values())
    for (const taken of schedule.parts.filter((part) => part.note_id === noteId && part.state === 'posted')) {
      const { row, parts } = schedule
      const period = calendar.open(taken.part_date, 'date', 'manual')
      const entry = entries.find(({ id }) => id === taken.entry_id)
      if (entry) plan.reverse(period, entry, { date: entry.head.entry_date, source_revision: taken.number + 1 })
      plan.changeBy('deferral_parts', { deferral_id: row.id, number: taken.number }, { state: 'reversed' })
      const others = parts.filter((part) => part.number !== taken.number)
      const rest = remainingOf(row, others)
      if (others.some(isUnposted)) planShares(plan, caller, schedule, others, rest)
      else planRecognisedAgain(plan, schedule, taken, rest)
    }
}

function planRecognisedAgain(plan: Plan, { row, parts }: Schedule, { part_date }: StoredPart, rest: Decimal): void {
  const part = { number: nextNumber(parts), part_date }
  const planned = { kind: 'month', month: monthStart(part_date), amount: text(rest), state: 'planned' }
  plan.add('deferral_parts', { ...part, ...planned, deferral_id: row.id })
  plan.change('deferrals', row.id, { state: 'active', plan: row.plan + 1 })
  plan.enqueue(nextPartMessage({ id: row.id, plan: row.plan + 1, part }))
}
