import { sql } from 'kysely'
import type { z } from 'zod'
import type { adjustmentInput } from '#contract/vat.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { taxAdjustmentEntry } from '#ledger/posting/tax-adjustment.ts'
import { correctionMaximum } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { listPeriods } from './list-periods.ts'

type Input = z.output<typeof adjustmentInput>
const source = 'tax_adjustment'

/** Corrects an earlier return in the one of its date (box 14), as far as the law lets that stand in a return at all. */
export const adjustTax = (context: Context, input: Input): Promise<void> => runWrite(context, { needs, decide }, input)

const needs = (_: Context, { adjustment_date, account_id, branch_id }: Input) => ({
  // Two corrections at once would each see room for itself.
  calendar: wholeCalendar,
  references: referencedRows({
    account_id: ['accounts', account_id, { type: 'sub', manual_entries: true }, 'active'],
    branch_id: ['branches', branch_id, {}, 'active'],
  }),
  account: read(({ db }) => db.selectFrom('accounts').select('role').where('id', '=', account_id).executeTakeFirst()),
  corrected: read((context) => correctedIn(context, adjustment_date)),
  accounts: postingAccounts,
})

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Input): Decision<void> {
  const { adjustment_date: date, amount, reason } = input
  requireReferences(facts.references)
  // Amounts due from or to a party are open items and not tax corrections.
  const { role } = facts.account ?? {}
  if (role === 'AR' || role === 'AP') throw new Refusal('control_account', { field: 'account_id' })
  requireCurrencyPrecision(facts.accounts, caller.session.organization.currency_id, { amount })
  const period = facts.calendar.open(date, 'adjustment_date', 'manual')
  requireRoom(facts.corrected, signed(input))
  const plan = new Plan(caller, facts.accounts)
  const id = new NewId('tax_adjustments')
  const entry = taxAdjustmentEntry({ ...input, account: input.account_id, description: reason })
  const head = { date, kind: 'tax_adjustment', source, source_id: id, source_revision: 1 } as const
  const entry_id = plan.post(period, { ...head, description: reason }, entry)
  plan.add('tax_adjustments', { ...input, id, entry_id, created_by: caller.session.user_id })
  return { plan, result: () => undefined }
}

/** Reversed on the same day, until the return of that day is filed. */
export const voidAdjustment = (context: Context, id: number): Promise<void> =>
  runWrite(context, { needs: needsOfReversal, decide: decideReversal }, id)

async function needsOfReversal(context: Context, id: number) {
  const unlocked = await adjustmentOf(context, id)
  if (!unlocked) throw new Refusal('not_found')
  return {
    // Two concurrent corrections would each see the limit without the other.
    calendar: wholeCalendar,
    adjustment: read((own) => adjustmentOf(own, id)),
    corrected: read((own) => correctedIn(own, unlocked.adjustment_date)),
    entries: entriesWithin(
      (organization) =>
        sql`SELECT entry_id FROM tax_adjustments WHERE organization_id = ${organization} AND id = ${id}`,
    ),
    accounts: postingAccounts,
  }
}

function decideReversal(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needsOfReversal>>>,
  id: number,
): Decision<void> {
  const { adjustment, entries } = facts
  if (!adjustment) throw new Refusal('not_found')
  const { adjustment_date: date } = adjustment
  const period = facts.calendar.open(date, 'adjustment_date', 'manual')
  if (adjustment.state === 'void' || entries.length === 0)
    throw new Refusal('document_void', { field: 'adjustment_date' })
  requireRoom(facts.corrected, signed(adjustment).neg())
  const plan = new Plan(caller, facts.accounts)
  for (const entry of entries) plan.reverse(period, entry, { date, source_revision: 2 })
  plan.change('tax_adjustments', id, { state: 'void' })
  return { plan, result: () => undefined }
}

const adjustmentOf = ({ db }: Context, id: number) =>
  db.selectFrom('tax_adjustments').selectAll().where('id', '=', id).executeTakeFirst()

const signed = ({ direction, amount }: { direction: string; amount: string }): Decimal =>
  direction === 'increase' ? decimal(amount) : decimal(amount).neg()

/** The corrections in the return of a day; null where the day is in none. */
async function correctedIn(context: Context, day: string): Promise<Decimal | null> {
  const periods = await listPeriods(context, day)
  const own = periods.find(({ from, to }) => from <= day && day <= to)
  if (!own) return null
  const { corrected } = await context.db
    .selectFrom('tax_adjustments')
    .select(sql<string>`coalesce(sum(CASE direction WHEN 'increase' THEN amount ELSE -amount END), 0)`.as('corrected'))
    .where('state', '=', 'posted')
    .where('adjustment_date', '>=', own.from)
    .where('adjustment_date', '<=', own.to)
    .executeTakeFirstOrThrow()
  return decimal(corrected)
}

/** A change that raises corrections above the limit of a return is refused; a decrease never is. */
function requireRoom(corrected: Decimal | null, change: Decimal): void {
  if (corrected === null) throw new Refusal('date_in_future', { field: 'adjustment_date' })
  const size = corrected.plus(change).abs()
  if (size.gt(corrected.abs())) requireWithinLimit(size, 'amount')
}

/** The most that a return may show in box 14 (accounting rule 5.7). */
export function requireWithinLimit(corrections: Decimal, field: string): void {
  if (corrections.abs().gt(correctionMaximum))
    throw new Refusal('vat_correction_too_large', { field, params: { maximum: text(correctionMaximum) } })
}
