import { sql } from 'kysely'
import type { z } from 'zod'
import type { revaluationCalls } from '#contract/revaluations.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { type Entry, reverse } from '#ledger/entry.ts'
import { type Decimal, decimal, round, sum, text } from '#ledger/money.ts'
import { cashRevaluationEntry, revaluationEntry } from '#ledger/posting/revaluation.ts'
import { purchases, sales } from '#ledger/posting/side.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Calendar } from '#server/journal/periods.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { wholeCalendar } from '#server/posting/facts/calendar.ts'
import { NewId } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { returnHead } from './auto-reversal.ts'
import { type ForeignBalance, foreignBalances } from './foreign-balances.ts'

type Body = z.output<typeof revaluationCalls.create.body>
type Revalued = ForeignBalance & { closing_rate: string; difference: Decimal }

/**
 * Brings foreign open items and cash to the closing rate of a day. Cash keeps it; open items return to their own rate on the next day, so that a later payment uses the rate of its document (accounting rule 2.1-10).
 */
export const revalue = (context: Context, body: Body): Promise<number> =>
  runWrite(context, { needs, decide: decideRevaluation }, body)

function needs(_: Context, { date }: Body) {
  return {
    // Nothing may be posted between reading the balances and revaluing them.
    calendar: wholeCalendar,
    twin: read(({ db }) =>
      db
        .selectFrom('fx_revaluations')
        .select('id')
        .where('revaluation_date', '=', date)
        .where('state', '=', 'posted')
        .executeTakeFirst(),
    ),
    balances: read((context) => foreignBalances(context, date)),
    rates: read((context) => previousRates(context, date)),
    accounts: postingAccounts,
  }
}

export function decideRevaluation(
  caller: Caller,
  facts: FactsOf<ReturnType<typeof needs>>,
  body: Body,
): Decision<number> {
  const { date } = body
  const period = facts.calendar.open(date, 'date', 'fx_reval')
  if (facts.twin) throw new Refusal('revalued_already', { field: 'date' })
  const balances = chosen(facts.balances, body.cash_accounts)
  if (balances.length === 0) throw new Refusal('nothing_to_revalue', { field: 'date' })
  const revalued = atClosingRates(caller, balances, facts.rates, body.rates)
  const plan = new Plan(caller, facts.accounts)
  const id = new NewId('fx_revaluations')
  const { items, cash } = entriesOf(caller, revalued)
  const head = { date, kind: 'fx_reval', source: 'fx_revaluation', source_id: id, source_revision: 1 } as const
  const items_entry_id = plan.post(period, head, items)
  const cash_entry_id = plan.post(period, { ...head, source: 'fx_revaluation_cash' }, cash)
  const return_entry_id = items_entry_id && planReturn(plan, facts.calendar, id, addDays(date, 1), items)
  const differences = revalued.map((row) => row.difference)
  plan.add('fx_revaluations', {
    id,
    revaluation_date: date,
    items_entry_id,
    cash_entry_id,
    return_entry_id,
    gain: text(sum(differences.filter((one) => one.gt(0)))),
    loss: text(sum(differences.filter((one) => one.lt(0))).abs()),
    created_by: caller.session.user_id,
  })
  for (const [index, row] of revalued.entries())
    plan.add('fx_revaluation_lines', { fx_revaluation_id: id, line_number: index + 1, ...columnsOf(row) })
  return { plan, result: () => id.value }
}

/** The open items' way back on the next day; it waits while that day lies in no year that takes entries. */
function planReturn(plan: Plan, calendar: Calendar, id: NewId, date: string, items: Entry): NewId | null {
  const year = calendar.years.find(({ started_at, ended_at }) => started_at <= date && date <= ended_at)
  if (!year || year.status === 'draft') return null
  return plan.post(calendar.open(date, 'date', 'fx_reval'), returnHead(id, date), reverse(items))
}

function entriesOf({ session }: Caller, revalued: readonly Revalued[]): { items: Entry; cash: Entry } {
  const { decimals } = session.organization
  const of = (what: ForeignBalance['what']) => revalued.filter((row) => row.what === what && !row.difference.eq(0))
  return {
    items: together([
      revaluationEntry(sales, of('receivable'), decimals),
      revaluationEntry(purchases, of('payable'), decimals),
    ]),
    cash: together(
      of('cash').map((row) => cashRevaluationEntry({ ...row, account: row.account_id as number }, decimals)),
    ),
  }
}

const together = (entries: readonly Entry[]): Entry => ({ lines: entries.flatMap((entry) => entry.lines), taxes: [] })

/** Open items always; of the cash accounts those that were named, or those held in the currency. */
function chosen(balances: readonly ForeignBalance[], accounts: readonly number[] | undefined): ForeignBalance[] {
  return balances.filter((row) =>
    row.what !== 'cash' ? true : accounts ? accounts.includes(row.account_id as number) : row.is_held,
  )
}

function atClosingRates(
  caller: Caller,
  balances: readonly ForeignBalance[],
  ofDay: ReadonlyMap<number, string>,
  given: Body['rates'] = [],
): Revalued[] {
  const rates = new Map([...ofDay, ...given.map((one) => [one.currency_id, one.rate] as const)])
  return balances.map((row) => {
    const closing_rate = rates.get(row.currency_id)
    if (closing_rate === undefined) throw new Refusal('currency_without_rate', { field: 'date' })
    return { ...row, closing_rate, difference: differenceOf(caller, row, closing_rate) }
  })
}

/** The base amount of a balance at a rate less its carrying amount. For liabilities the sign in profit is opposite. */
export function differenceOf({ session }: Pick<Context, 'session'>, row: ForeignBalance, rate: string): Decimal {
  const rise = round(decimal(row.amount).times(rate), session.organization.decimals).minus(row.carried_base)
  return row.what === 'payable' ? rise.neg() : rise
}

/** The rate of each currency on the day, as stored by the organisation. */
export async function previousRates({ db, session }: Context, day: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ currency_id: number; rate: string }>`
    SELECT own.currency_id, ${exchangeRateOn(session.organization_id, sql`own.currency_id`, day)} AS rate
    FROM organization_currencies AS own WHERE own.organization_id = ${session.organization_id}`.execute(db)
  return new Map(rows.map((row) => [row.currency_id, row.rate]))
}

const columnsOf = (row: Revalued) => ({
  what: row.what,
  account_id: row.account_id,
  branch_id: row.branch_id,
  currency_id: row.currency_id,
  amount: row.amount,
  carried_base: row.carried_base,
  closing_rate: row.closing_rate,
  difference: text(row.difference),
})
