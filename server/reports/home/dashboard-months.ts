import { sql } from 'kysely'
import { addDays, addMonths, comparedRange, monthEnd, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, ratio, sum, text } from '#ledger/money.ts'
import { cashAccounts } from '#ledger/statements/cash-flow.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import { sectionsOf } from '#ledger/statements/profit-and-loss.ts'
import { businessKind } from '#ledger/statements/segments.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { movedBetween } from '../account-statement/internal-transfers.ts'
import { correctedCash, type MonthMoved } from '../account-statement/same-day-reversals.ts'
import { movements, sumSegments } from '../statements/sum-balances.ts'

type Row = { account_id: number; month: string; kind: number; debit: string; credit: string }
type MonthOfAccount = Row & { account: ChartAccount; section: string | undefined; isCash: boolean }

/**
 * Twelve months of income, expense and cash, and the account balances at the end of today: all from materialized
 * balances. A cheque of next week is not counted as money.
 */
export async function monthlyFigures(context: Context, since: string) {
  const { db, today } = context
  const [{ rows }, accounts] = await Promise.all([
    sql<Row>`
      SELECT account_id, date_trunc('month', day)::date AS month, kind, sum(debit) AS debit, sum(credit) AS credit
      FROM (${movements(context, { cuts: [addDays(today, 1)] })}) AS movement
      WHERE kind <> 2 GROUP BY 1, 2, 3`.execute(db),
    chartAccounts(context),
  ])
  const known = knownRows(rows, accounts)
  const thisMonth = `${today.slice(0, 7)}-01`
  const debits = (keep: (row: MonthOfAccount) => boolean) =>
    sum(known.filter(keep).map((row) => decimal(row.debit).minus(row.credit)))
  const sales = (from: string, to: string) =>
    debits((row) => row.section === 'sales' && row.month >= from && row.month <= to).neg()
  const ofYear = sales(since, thisMonth)
  const lastYear = comparedRange({ from: since, to: today }, 'same_period_last_year') as Range
  const lastMonth = addMonths(thisMonth, -1)
  const sameDay = [addDays(lastMonth, Number(today.slice(8)) - 1), monthEnd(lastMonth)].sort()[0] as string
  const firstMonth = addMonths(thisMonth, -11)
  const [uncounted, salesLastYear, salesLastMonth] = await Promise.all([
    neitherCameNorWent(context, accounts, { from: firstMonth, to: today }),
    salesOf(context, accounts, lastYear),
    salesOf(context, accounts, { from: lastMonth, to: today === monthEnd(today) ? monthEnd(lastMonth) : sameDay }),
  ])
  const cost = debits((row) => row.section === 'cost' && row.month >= since && row.month <= thisMonth)
  return {
    accounts: {
      cash: text(debits((row) => row.isCash)),
      receivable: text(debits((row) => row.account.role === 'AR')),
      payable: text(debits((row) => row.account.role === 'AP').neg()),
      inventory: text(debits((row) => row.account.role === 'INV')),
      sales_this_month: text(sales(thisMonth, thisMonth)),
      sales_last_month: text(sales(lastMonth, lastMonth)),
      sales_last_month_so_far: text(salesLastMonth),
      sales_this_year: text(ofYear),
      sales_last_year_so_far: text(salesLastYear),
      sold_since: soldSince(known),
      gross_margin: ofYear.eq(0) ? null : text(ratio(ofYear.minus(cost), 100, ofYear, 1)),
      profit_this_month: text(debits((row) => row.month === thisMonth && isResult(row)).neg()),
    },
    months: Array.from({ length: 12 }, (_, index) => monthOf(known, uncounted, addMonths(firstMonth, index))),
  }
}

const soldSince = (rows: readonly MonthOfAccount[]): string | null =>
  rows
    .filter(({ section }) => section === 'sales')
    .map(({ month }) => month.slice(0, 7))
    .sort()[0] ?? null

/** Net sales up to the day, compared with as many days of the previous month or year. */
async function salesOf(context: Context, accounts: readonly ChartAccount[], { from, to }: Range): Promise<Decimal> {
  const sections = sectionsOf(accounts)
  const account_id = accounts.filter(({ id }) => sections.get(id) === 'sales').map(({ id }) => id)
  const sums = await sumSegments(context, { cuts: [from, addDays(to, 1)], account_id })
  const own = sums.filter(({ segment, kind }) => segment === 1 && kind !== 2)
  return sum(own.map(({ debit, credit }) => decimal(credit).minus(debit)))
}

/**
 * By month: transfers between cash accounts, and entries reversed on their own day. Both are neither receipts nor
 * payments.
 */
async function neitherCameNorWent(
  context: Context,
  accounts: readonly ChartAccount[],
  { from, to }: Range,
): Promise<MonthMoved[]> {
  const account_ids = cashAccounts(accounts).map(({ id }) => id)
  const scope = { account_ids, from, to, since: from, party: null, with_closing: false, hide_corrected: true }
  const [transfers, corrected] = await Promise.all([
    sql<MonthMoved>`
      SELECT date_trunc('month', day)::date AS month, sum(amount) AS debit, sum(amount) AS credit
      FROM (${movedBetween(context, scope)}) AS moved GROUP BY 1`.execute(context.db),
    correctedCash(context, account_ids, { from, to }),
  ])
  return [...transfers.rows, ...corrected]
}

const isResult = ({ account }: MonthOfAccount): boolean => account.class === 'R' || account.class === 'X'

/** With each account and its part of profit and loss, so that the home page equals the statement. */
function knownRows(rows: readonly Row[], accounts: readonly ChartAccount[]): MonthOfAccount[] {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const sections = sectionsOf(accounts)
  const cash = new Set(cashAccounts(accounts))
  return rows.flatMap((row) => {
    const account = byId.get(row.account_id)
    return account ? [{ ...row, account, section: sections.get(row.account_id), isCash: cash.has(account) }] : []
  })
}

/** Receipts and payments as in the cash flow statement: opening balances are neither. */
function monthOf(rows: readonly MonthOfAccount[], uncounted: readonly MonthMoved[], month: string) {
  const own = rows.filter((row) => row.month === month)
  const total = (keep: (row: MonthOfAccount) => boolean, amount: (row: MonthOfAccount) => Decimal) =>
    text(sum(own.filter(keep).map(amount)))
  const moved = own.filter((row) => row.isCash && row.kind === businessKind)
  const came = (side: 'debit' | 'credit') =>
    sum(moved.map((row) => row[side])).minus(
      sum(uncounted.filter((row) => row.month === month).map((row) => row[side])),
    )
  return {
    month: month.slice(0, 7),
    income: total(
      (row) => row.account.class === 'R',
      (row) => decimal(row.credit).minus(row.debit),
    ),
    expense: total(
      (row) => row.account.class === 'X',
      (row) => decimal(row.debit).minus(row.credit),
    ),
    sales: total(
      (row) => row.section === 'sales',
      (row) => decimal(row.credit).minus(row.debit),
    ),
    received: text(came('debit')),
    paid: text(came('credit')),
    ...monthEndBalances(rows, month),
  }
}

/** Cash and receivables at the end of a month: every movement up to it. */
function monthEndBalances(rows: readonly MonthOfAccount[], month: string) {
  const balance = (keep: (row: MonthOfAccount) => boolean) =>
    text(sum(rows.filter((row) => row.month <= month && keep(row)).map((row) => decimal(row.debit).minus(row.credit))))
  return { cash: balance((row) => row.isCash), receivable: balance((row) => row.account.role === 'AR') }
}
