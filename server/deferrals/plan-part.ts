import { type Decimal, decimal } from '#ledger/money.ts'
import { recognitionEntry } from '#ledger/posting/deferral.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import type { Period } from '#server/journal/periods.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import type { NewId } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import { deferralSource, factsOf, isUnposted, type StoredPart, scheduleOf } from './deferral-rows.ts'

/** What a part of a schedule on a day must know. */
export const needsOfPart = (id: number, date: string) => ({
  calendar: calendarFrom(date),
  schedule: scheduleOf(id),
  ownerNumber: read((context) => ownerNumberOf(context, id)),
  accounts: postingAccounts,
})
export type PartFacts = FactsOf<ReturnType<typeof needsOfPart>>

/** The number of the document or of the asset. */
export async function ownerNumberOf({ db }: Context, id: number): Promise<string | null> {
  const owner = await db
    .selectFrom('deferrals')
    .leftJoin('documents', 'documents.id', 'deferrals.document_id')
    .leftJoin('assets', 'assets.id', 'deferrals.asset_id')
    .select(['documents.number', 'assets.number as asset_number'])
    .where('deferrals.id', '=', id)
    .executeTakeFirst()
  return owner?.number ?? owner?.asset_number ?? null
}

type Amount = { number: number; date: string; amount: Decimal }

/** Plans the entry of an amount, from where it waits to the account of the row. Null for nothing. */
export function planAmount(
  plan: Plan,
  period: Period,
  { schedule: { row }, ownerNumber }: Pick<PartFacts, 'schedule' | 'ownerNumber'>,
  { number, date, amount }: Amount,
): NewId | null {
  if (amount.eq(0)) return null
  const kind = row.asset_id === null ? 'deferral' : 'asset'
  const head = { date, kind, source: deferralSource, source_id: row.id } as const
  const entry = recognitionEntry(ledgerSides[row.side as 'sales' | 'purchases'], factsOf(row, amount))
  return plan.post(period, { ...head, source_revision: number + 1, description: ownerNumber }, entry)
}

/** Plans a part on a day. One of nothing, of a row that was credited, posts nothing. A schedule whose parts are all posted is done. */
export function planPart(
  plan: Plan,
  period: Period,
  facts: Pick<PartFacts, 'schedule' | 'ownerNumber'>,
  { number, amount }: Pick<StoredPart, 'number' | 'amount'>,
  date: string,
): void {
  const { row, parts } = facts.schedule
  const entry_id = planAmount(plan, period, facts, { number, date, amount: decimal(amount) })
  const key = { deferral_id: row.id, number }
  plan.changeBy('deferral_parts', key, { state: 'posted', entry_id, error: null, part_date: date })
  if (isLast(parts, number)) plan.change('deferrals', row.id, { state: 'done' })
}

const isLast = (parts: readonly StoredPart[], number: number): boolean =>
  !parts.some((part) => isUnposted(part) && part.number !== number)

/** The number of the part that follows all of a schedule. */
export const nextNumber = (parts: readonly StoredPart[]): number =>
  Math.max(0, ...parts.map(({ number }) => number)) + 1
