import { sql } from 'kysely'
import { text } from '#ledger/money.ts'
import { vatSettlementEntry } from '#ledger/posting/clear-accounts.ts'
import { type VatReturn, vatRoles } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { waitingAt } from '#server/goods/waiting-at.ts'
import { type BranchSum, movementsThrough } from '#server/journal/balances-as-of.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
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
export const filePeriod = (context: Context, id: number): Promise<void> => runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  // The days of a period never change, only whether it is due.
  const unlocked = (await listPeriods(context)).find((one) => one.id === id)
  const to = unlocked?.to ?? context.today
  return {
    calendar: wholeCalendar,
    periods: read((own) => listPeriods(own)),
    taxed: read(async (own) => (await firstDay(own)).taxed),
    figures: read(async (own) => (unlocked ? computeReturn(own, unlocked) : null)),
    sums: read((own) => unsettledSums(own, to)),
    opened: read((own) => openedSums(own, to)),
    revision: read((own) => nextRevision(own, id)),
    delivered: read((own) => deliveredBefore(own, to)),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, id: number): Decision<void> {
  const { figures, opened, calendar } = facts
  const period = requireDue(caller, facts, id)
  if (!figures) throw new Refusal('not_found')
  const { delivered } = facts
  if (delivered) throw new Refusal('goods_not_invoiced', { field: 'period', params: delivered })
  // Months that became a quarter since may hold more together than each of them could.
  requireWithinLimit(figures.corrections, 'period')
  const date = requireSettlementDay(caller, calendar.years, period.to)
  const year = calendar.open(date, 'period', 'manual')
  const plan = new Plan(caller, facts.accounts)
  // An opening could once post to VAT accounts. That balance is not part of the return: it is settled separately, as an opening.
  if (opened.length > 0) {
    const brought = { date, kind: 'opening', source: 'opening', source_id: 1, source_revision: id } as const
    plan.post(year, brought, settlementOf(opened))
  }
  const head = { date, kind: 'vat_settlement', source: 'vat_period', source_id: id } as const
  const description = `${period.from} – ${period.to}`
  const settlement = settlementOf(lessSums(facts.sums, opened))
  const entry_id = plan.post(year, { ...head, source_revision: facts.revision, description }, settlement)
  plan.add('vat_periods', {
    id,
    started_at: period.from,
    ended_at: period.to,
    entry_id,
    net: text(figures.net),
    figures: JSON.stringify(frozen(figures)),
    filed_at: caller.now,
    filed_by: caller.session.user_id,
  })
  plan.put('period_locks', { kind: 'vat' }, { locked_through: period.to })
  return { plan, result: () => undefined }
}

/** What was delivered in these days and not invoiced, where that stops the filing (decision 0241). */
async function deliveredBefore(context: Context, to: string) {
  const { delivery_vat_day } = await context.db
    .selectFrom('organizations')
    .select('delivery_vat_day')
    .executeTakeFirstOrThrow()
  if (delivery_vat_day !== 'delivery') return null
  const { number, day } = await waitingAt(context, 'delivery_note', to)
  return number && day ? { number, date: day } : null
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

type Due = { periods: readonly VatPeriod[]; taxed: string }

/** Returns are filed one after the other, each when its days are over. */
function requireDue({ today }: Caller, { periods, taxed }: Due, id: number): VatPeriod {
  const period = periods.find((one) => one.id === id)
  if (!period) throw new Refusal('not_found')
  if (period.is_filed) throw new Refusal('vat_filed', { field: 'period' })
  if (period.to >= today) throw new Refusal('vat_period_running', { field: 'period' })
  // Returns before the first row with tax would be empty. A taxpayer who owes them may file them, but they are not required.
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
  due: text(due),
  corrections: text(corrections),
  carried: text(carried),
  net: text(net),
})
