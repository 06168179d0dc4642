import { sql } from 'kysely'
import type { z } from 'zod'
import type { revaluationCalls } from '#contract/revaluations.ts'
import type { Entry } from '#ledger/entry.ts'
import { type Decimal, decimal, round, sum, text } from '#ledger/money.ts'
import { cashRevaluationEntry, revaluationEntry } from '#ledger/posting/revaluation.ts'
import { purchases, sales } from '#ledger/posting/side.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
import { lockYears } from '#server/years/lock-years.ts'
import { postAutoReversal } from './auto-reversal.ts'
import { type ForeignBalance, foreignBalances } from './foreign-balances.ts'

type Body = z.output<typeof revaluationCalls.create.body>
type Revalued = ForeignBalance & { closing_rate: string; difference: Decimal }

/**
 * Brings foreign open items and cash to the closing rate of a day. Cash keeps it; open items return to their own rate on the next day, so that a later payment uses the rate of its document (accounting rule 2.1-10).
 */
export async function revalue(context: Context, body: Body): Promise<number> {
  const { db, session } = context
  // Nothing may be posted between reading the balances and revaluing them.
  await lockYears(context)
  const period = await lockPeriod(context, body.date, 'date', 'fx_reval')
  const twin = await db
    .selectFrom('fx_revaluations')
    .select('id')
    .where('revaluation_date', '=', body.date)
    .where('state', '=', 'posted')
    .executeTakeFirst()
  if (twin) throw new Refusal('revalued_already', { field: 'date' })
  const balances = chosen(await foreignBalances(context, body.date), body.cash_accounts)
  if (balances.length === 0) throw new Refusal('nothing_to_revalue', { field: 'date' })
  const revalued = await atClosingRates(context, balances, body.rates, body.date)
  const differences = revalued.map((row) => row.difference)
  const { id } = await db
    .insertInto('fx_revaluations')
    .values({
      revaluation_date: body.date,
      gain: text(sum(differences.filter((one) => one.gt(0)))),
      loss: text(sum(differences.filter((one) => one.lt(0))).abs()),
      created_by: session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeLines(context, id, revalued)
  await postRevaluation(context, period, { id, date: body.date, revalued })
  return id
}

type Revaluation = { id: number; date: string; revalued: readonly Revalued[] }

async function postRevaluation(context: Context, period: Period, { id, date, revalued }: Revaluation): Promise<void> {
  const { decimals } = context.session.organization
  const of = (what: ForeignBalance['what']) => revalued.filter((row) => row.what === what && !row.difference.eq(0))
  const items = together([
    revaluationEntry(sales, of('receivable'), decimals),
    revaluationEntry(purchases, of('payable'), decimals),
  ])
  const cash = together(
    of('cash').map((row) => cashRevaluationEntry({ ...row, account: row.account_id as number }, decimals)),
  )
  const head = { date, kind: 'fx_reval', source: 'fx_revaluation', source_id: id } as const
  const items_entry_id = await post(context, period, head, items)
  const cash_entry_id = await post(context, period, { ...head, source: 'fx_revaluation_cash' }, cash)
  await context.db.updateTable('fx_revaluations').set({ items_entry_id, cash_entry_id }).where('id', '=', id).execute()
  await postAutoReversal(context, { id, revaluation_date: date, items_entry_id })
}

const together = (entries: readonly Entry[]): Entry => ({ lines: entries.flatMap((entry) => entry.lines), taxes: [] })

/** Open items always; of the cash accounts those that were named, or those held in the currency. */
function chosen(balances: readonly ForeignBalance[], accounts: readonly number[] | undefined): ForeignBalance[] {
  return balances.filter((row) =>
    row.what !== 'cash' ? true : accounts ? accounts.includes(row.account_id as number) : row.is_held,
  )
}

async function atClosingRates(
  context: Context,
  balances: readonly ForeignBalance[],
  given: Body['rates'] = [],
  day: string,
): Promise<Revalued[]> {
  const rates = new Map([
    ...(await keptRates(context, day)),
    ...given.map((one) => [one.currency_id, one.rate] as const),
  ])
  return balances.map((row) => {
    const closing_rate = rates.get(row.currency_id)
    if (closing_rate === undefined) throw new Refusal('currency_without_rate', { field: 'date' })
    return { ...row, closing_rate, difference: differenceOf(context, row, closing_rate) }
  })
}

/** The base amount of a balance at a rate less its carrying amount. For liabilities the sign in profit is opposite. */
export function differenceOf({ session }: Context, row: ForeignBalance, rate: string): Decimal {
  const rise = round(decimal(row.amount).times(rate), session.organization.decimals).minus(row.carried_base)
  return row.what === 'payable' ? rise.neg() : rise
}

/** The rate of each currency on the day, as stored by the organisation. */
export async function keptRates({ db, session }: Context, day: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ currency_id: number; rate: string }>`
    SELECT own.currency_id, ${exchangeRateOn(session.organization_id, sql`own.currency_id`, day)} AS rate
    FROM organization_currencies AS own WHERE own.organization_id = ${session.organization_id}`.execute(db)
  return new Map(rows.map((row) => [row.currency_id, row.rate]))
}

async function writeLines({ db }: Context, id: number, revalued: readonly Revalued[]): Promise<void> {
  const rows = revalued.map((row, index) => ({
    fx_revaluation_id: id,
    line_number: index + 1,
    what: row.what,
    account_id: row.account_id,
    branch_id: row.branch_id,
    currency_id: row.currency_id,
    amount: row.amount,
    carried_base: row.carried_base,
    closing_rate: row.closing_rate,
    difference: text(row.difference),
  }))
  await db.insertInto('fx_revaluation_lines').values(rows).execute()
}
