import { monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, min, text, zero } from '#ledger/money.ts'
import { straightLine } from '#ledger/spread.ts'
import type { Context } from '#server/core/context.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { isUnposted, lockDeferral, remainingOf, type StoredDeferral, type StoredPart } from './deferral-rows.ts'
import { planNextPart } from './plan-next.ts'
import { nextNumber } from './plan-part.ts'
import { postAmount } from './post-amount.ts'

type Note = { id: number; date: string; period: Period }
/** The amount a note takes off the row of a schedule, in base currency. */
type Taken = { id: number; amount: Decimal }

/**
 * A note that reduces a deferred row takes its remaining months first (accounting rule 2.1-12): that amount returns to
 * the account of the row on the day of the note, and the remaining months share the rest. Anything beyond was
 * recognised already.
 */
export async function creditDeferrals(context: Context, note: Note, taken: readonly Taken[]): Promise<void> {
  for (const { id, amount } of taken) if (amount.gt(0)) await creditOne(context, note, id, amount)
}

async function creditOne(context: Context, note: Note, id: number, credited: Decimal): Promise<void> {
  const { row, parts } = await lockDeferral(context, id)
  const remaining = remainingOf(row, parts)
  const amount = min(credited, remaining)
  if (amount.lte(0)) return
  const number = nextNumber(parts)
  // A part may be posted on a later day than the note: the note then takes effect with it.
  const entry_id = await postAmount(context, note.period, row, { number, date: note.date, amount })
  const part = { deferral_id: id, number, kind: 'note', month: monthStart(note.date), part_date: note.date }
  await context.db
    .insertInto('deferral_parts')
    .values({ ...part, amount: text(amount), state: 'posted', entry_id, note_id: note.id })
    .execute()
  await share(context, row, parts, remaining.minus(amount))
}

/** The remaining months share the rest in the same proportions. */
async function share(
  context: Context,
  row: StoredDeferral,
  parts: readonly StoredPart[],
  rest: Decimal,
): Promise<void> {
  const left = parts.filter(isUnposted)
  const weights = left.map(({ amount }) => amount)
  const amounts = straightLine(rest, weights, context.session.organization.decimals)
  for (const [index, { number }] of left.entries())
    await context.db
      .updateTable('deferral_parts')
      .set({ amount: text(amounts[index] ?? zero) })
      .where('deferral_id', '=', row.id)
      .where('number', '=', number)
      .execute()
}

type TakenPart = { deferral_id: number; number: number }

/** The part of deferred rows that a note credited. */
export const takenByNote = ({ db }: Context, noteId: number): Promise<TakenPart[]> =>
  db
    .selectFrom('deferral_parts')
    .select(['deferral_id', 'number'])
    .where('note_id', '=', noteId)
    .where('state', '=', 'posted')
    .orderBy('deferral_id')
    .execute()

/**
 * A voided note restores what it took: the remaining months share it again, or it is recognised on its own day if none
 * remains.
 */
export async function restoreDeferrals(context: Context, taken: readonly TakenPart[]): Promise<void> {
  for (const { deferral_id, number } of taken) await restoreOne(context, deferral_id, number)
}

async function restoreOne(context: Context, id: number, number: number): Promise<void> {
  const { db, session } = context
  const { row, parts } = await lockDeferral(context, id)
  const taken = parts.find((part) => part.number === number) as StoredPart
  const period = await lockPeriod(context, taken.part_date, 'date', 'manual')
  await reverseEntry(context, period, taken.entry_id as number, number + 1)
  await db
    .updateTable('deferral_parts')
    .set({ state: 'reversed' })
    .where('deferral_id', '=', id)
    .where('number', '=', number)
    .execute()
  const others = parts.filter((part) => part.number !== number)
  const rest = remainingOf(row, others)
  const left = others.filter(isUnposted)
  if (left.length > 0) return share(context, row, others, rest)
  const part = { number: nextNumber(parts), part_date: taken.part_date }
  const plan = row.plan + 1
  await db
    .insertInto('deferral_parts')
    .values({
      ...part,
      deferral_id: id,
      kind: 'month',
      month: monthStart(part.part_date),
      amount: text(rest),
      state: 'planned',
    })
    .execute()
  await db.updateTable('deferrals').set({ state: 'active', plan }).where('id', '=', id).execute()
  await planNextPart(db, session.organization_id, { id, plan, part })
}
