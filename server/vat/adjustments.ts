import { sql } from 'kysely'
import type { z } from 'zod'
import type { adjustmentInput } from '#contract/vat.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { taxAdjustmentEntry } from '#ledger/posting/tax-adjustment.ts'
import { correctionMaximum } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { post } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { lockYears } from '#server/years/lock-years.ts'
import { listPeriods } from './list-periods.ts'

type Input = z.output<typeof adjustmentInput>
const source = 'tax_adjustment'

/** Corrects an earlier return in the one of its date (box 14), as far as the law lets that stand in a return at all. */
export async function adjustTax(context: Context, input: Input): Promise<void> {
  const { db, session } = context
  const account = { type: 'sub', manual_entries: true }
  await requireRows(db, {
    account_id: ['accounts', input.account_id, account, null],
    branch_id: ['branches', input.branch_id, {}, null],
  })
  await refuseOpenItems(context, input.account_id)
  requireCurrencyPrecision(await loadAccounts(context), session.organization.currency_id, { amount: input.amount })
  // Two corrections at once would each see room for itself.
  await lockYears(context)
  const period = await lockPeriod(context, input.adjustment_date, 'adjustment_date', 'manual')
  await requireRoom(context, input.adjustment_date, signed(input))
  const { id } = await db
    .insertInto('tax_adjustments')
    .values({ ...input, created_by: session.user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = taxAdjustmentEntry({ ...input, account: input.account_id, description: input.reason })
  const head = { date: input.adjustment_date, kind: 'tax_adjustment', source, source_id: id } as const
  const entry_id = await post(context, period, { ...head, description: input.reason }, entry)
  await db.updateTable('tax_adjustments').set({ entry_id }).where('id', '=', id).execute()
}

/** Reversed on the same day, until the return of that day is filed. */
export async function voidAdjustment(context: Context, id: number): Promise<void> {
  const { db } = context
  const glance = await db
    .selectFrom('tax_adjustments')
    .select('adjustment_date')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!glance) throw new Refusal('not_found')
  // Two concurrent corrections would each see the limit without the other.
  await lockYears(context)
  const period = await lockPeriod(context, glance.adjustment_date, 'adjustment_date', 'manual')
  const row = await db
    .selectFrom('tax_adjustments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state === 'void' || row.entry_id === null) throw new Refusal('document_void', { field: 'adjustment_date' })
  await requireRoom(context, row.adjustment_date, signed(row).neg())
  await reverseEntry(context, period, row.entry_id, 2)
  await db.updateTable('tax_adjustments').set({ state: 'void' }).where('id', '=', id).execute()
}

/** Amounts due from or to a party are open items and not tax corrections. */
async function refuseOpenItems({ db }: Context, id: number): Promise<void> {
  const { role } = await db.selectFrom('accounts').select('role').where('id', '=', id).executeTakeFirstOrThrow()
  if (role === 'AR' || role === 'AP') throw new Refusal('control_account', { field: 'account_id' })
}

const signed = ({ direction, amount }: { direction: string; amount: string }): Decimal =>
  direction === 'increase' ? decimal(amount) : decimal(amount).neg()

/** A change that raises corrections above the limit of a return is refused; a decrease never is. */
async function requireRoom(context: Context, day: string, change: Decimal): Promise<void> {
  const periods = await listPeriods(context, day)
  const own = periods.find(({ from, to }) => from <= day && day <= to)
  if (!own) throw new Refusal('date_in_future', { field: 'adjustment_date' })
  const { standing } = await context.db
    .selectFrom('tax_adjustments')
    .select(sql<string>`coalesce(sum(CASE direction WHEN 'increase' THEN amount ELSE -amount END), 0)`.as('standing'))
    .where('state', '=', 'posted')
    .where('adjustment_date', '>=', own.from)
    .where('adjustment_date', '<=', own.to)
    .executeTakeFirstOrThrow()
  const size = decimal(standing).plus(change).abs()
  if (size.gt(decimal(standing).abs())) requireWithinLimit(size, 'amount')
}

/** The most that a return may show in box 14 (accounting rule 5.7). */
export function requireWithinLimit(corrections: Decimal, field: string): void {
  if (corrections.abs().gt(correctionMaximum))
    throw new Refusal('vat_correction_too_large', { field, params: { maximum: text(correctionMaximum) } })
}
