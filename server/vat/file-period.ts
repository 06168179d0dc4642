import { sql } from 'kysely'
import { text } from '#ledger/money.ts'
import { vatSettlementEntry } from '#ledger/posting/clear-accounts.ts'
import { type VatReturn, vatRoles } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type BranchSum, movementsThrough } from '#server/journal/balances-as-of.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { lockYears } from '#server/years/lock-years.ts'
import { requireWithinLimit } from './adjustments.ts'
import { listPeriods, type VatPeriod } from './list-periods.ts'
import { firstDay, lessSums, openedSums } from './opening-vat.ts'
import { requireSettlementDay } from './settlement-day.ts'
import { nextRevision } from './settlement-revision.ts'
import { computeReturn } from './tax-sums.ts'

/**
 * Files a return (accounting rule 4.9): its figures are frozen, the VAT accounts of each branch go to the settlement with the
 * authority on the period's last day (`settlementDay`), and nothing with tax is posted in these days any more. The years are locked for
 * writing, so every posting is either in the figures or refused (T11).
 */
export async function filePeriod(context: Context, id: number): Promise<void> {
  const years = await lockYears(context)
  const period = await requireDue(context, id)
  const figures = await computeReturn(context, period)
  // Months that became a quarter since may hold more together than each of them could.
  requireWithinLimit(figures.corrections, 'period')
  const date = requireSettlementDay(context, years, period.to)
  const year = await lockPeriod(context, date, 'period', 'manual')
  const [all, opened] = await Promise.all([unsettledSums(context, period.to), openedSums(context, period.to)])
  const entry = settlementOf(lessSums(all, opened))
  // An opening could once post to VAT accounts. That balance is not part of the return: it is settled separately, as an opening.
  if (opened.length > 0) {
    const brought = { date, kind: 'opening', source: 'opening', source_id: 1, source_revision: id } as const
    await post(context, year, brought, settlementOf(opened))
  }
  const entry_id = await post(
    context,
    year,
    {
      date,
      kind: 'vat_settlement',
      source: 'vat_period',
      source_id: id,
      source_revision: await nextRevision(context, id),
      description: `${period.from} – ${period.to}`,
    },
    entry,
  )
  await context.db
    .insertInto('vat_periods')
    .values({
      ...{ id, started_at: period.from, ended_at: period.to, entry_id, net: text(figures.net) },
      figures: JSON.stringify(frozen(figures)),
      filed_at: context.services.clock.now(),
      filed_by: context.session.user_id,
    })
    .execute()
  await lockThrough(context, period.to)
}

const settlementOf = (sums: readonly BranchSum[]) =>
  vatSettlementEntry(sums.map(({ account_id, ...rest }) => ({ account: account_id, ...rest })))

/** The balances of the VAT accounts per branch at the end of a period, less later settlements of earlier returns. */
async function unsettledSums(context: Context, to: string): Promise<BranchSum[]> {
  const organization = context.session.organization_id
  const { rows } = await sql<BranchSum>`
    SELECT account.id AS account_id, movement.branch_id, sum(movement.debit - movement.credit) AS balance
    FROM (
      ${movementsThrough(context, to)}
      UNION ALL
      SELECT line.account_id, line.branch_id, line.currency_id, line.debit, line.credit, line.amount_currency
      FROM vat_periods AS period
      JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = period.entry_id AND line.entry_date > ${to}::date
      WHERE period.organization_id = ${organization}) AS movement
    JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = movement.account_id
    WHERE account.role = ANY (${vatRoles}::text[])
    GROUP BY account.id, movement.branch_id HAVING sum(movement.debit - movement.credit) <> 0
    ORDER BY account.id, movement.branch_id`.execute(context.db)
  return rows
}

/** Returns are filed one after the other, each when its days are over. */
async function requireDue(context: Context, id: number): Promise<VatPeriod> {
  const periods = await listPeriods(context)
  const period = periods.find((one) => one.id === id)
  if (!period) throw new Refusal('not_found')
  if (period.is_filed) throw new Refusal('vat_filed', { field: 'period' })
  if (period.to >= context.today) throw new Refusal('vat_period_running', { field: 'period' })
  // Returns before the first row with tax would be empty. A taxpayer who owes them may file them, but they are not required.
  const { taxed } = await firstDay(context)
  const first = periods.find((one) => !one.is_filed && (one.to >= taxed || one.id === id))
  if (first?.id !== id)
    throw new Refusal('vat_order', { field: 'period', params: { from: first?.from ?? '', to: first?.to ?? '' } })
  return period
}

const frozen = ({ boxes, due, corrections, carried, net }: VatReturn) => ({
  boxes: boxes.map((row) => ({
    box: row.box,
    amount: row.amount && text(row.amount),
    adjustment: row.adjustment && text(row.adjustment),
    vat: text(row.vat),
  })),
  ...{ due: text(due), corrections: text(corrections), carried: text(carried), net: text(net) },
})

async function lockThrough({ db }: Context, locked_through: string): Promise<void> {
  await db
    .insertInto('period_locks')
    .values({ kind: 'vat', locked_through })
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind']).doUpdateSet({ locked_through }))
    .execute()
}
