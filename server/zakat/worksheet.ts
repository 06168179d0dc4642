import { zakatAdjustments } from '#contract/zakat/zakat.ts'
import { addDays, daysBetween, type Range } from '#ledger/calendar/calendar.ts'
import { lawKept } from '#ledger/law/dated.ts'
import { zakatRules } from '#ledger/law/zakat.ts'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import { closingKind } from '#ledger/statements/segments.ts'
import {
  type ZakatAdjustmentLine,
  type ZakatFigures,
  type ZakatLine,
  zakatDeductions,
  zakatLines,
  zakatOf,
} from '#ledger/zakat/zakat.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sumSegments } from '#server/reports/statements/sum-balances.ts'

export type ZakatAccount = {
  id: number
  number: string
  name: string
  name_en: string | null
  line: ZakatLine
  amount: Decimal
}
export type ZakatAdjustment = {
  id: number
  line: ZakatAdjustmentLine
  amount: Decimal
  reason: string
  /** Attached to it as its proof. */
  files: number
}
export type ZakatSettings = {
  basis: 'days' | 'hijri'
  saudi_share: string
  has_minimum: boolean
  assessed: string | null
  law_version: string
}
export type ZakatWorksheet = {
  year: { from: string; to: string }
  days: number
  law: { from: string; state: string; rate: string }
  settings: ZakatSettings
  accounts: ZakatAccount[]
  adjustments: ZakatAdjustment[]
  /** Of the books, before Zakat. */
  profit: Decimal
  lines: Record<ZakatLine, Decimal>
  figures: ZakatFigures
  due: Decimal
  /** Zakat expense of the year so far, or what was assessed and posted since. */
  booked: Decimal
}

/** The Zakat of the financial year around a day, from the closing balances of the accounts bound to its lines. */
export async function zakatWorksheet(context: Context, day: string): Promise<ZakatWorksheet> {
  const year = await yearAround(context, day)
  const { law, settings } = await settingsOf(context, year.to)
  const [books, adjustments] = await Promise.all([booksOf(context, year), adjustmentsOf(context, year.to)])
  const { accounts, profit, booked } = books
  const adjusted = (line: ZakatAdjustmentLine) =>
    sum(adjustments.filter((one) => one.line === line).map(({ amount }) => amount))
  const lineSum = (line: ZakatLine) =>
    sum(accounts.filter((one) => one.line === line).map(({ amount }) => amount)).plus(adjusted(line))
  const lines = Object.fromEntries(zakatLines.map((line) => [line, lineSum(line)])) as Record<ZakatLine, Decimal>
  const days = daysBetween(year.from, year.to) + 1
  const figures = zakatOf(
    {
      lines,
      profit: profit.plus(adjusted('profit')),
      days,
      hasMinimum: settings.has_minimum,
      share: settings.saudi_share,
    },
    law.values,
    context.session.organization.decimals,
  )
  return {
    year,
    days,
    settings,
    accounts,
    adjustments,
    profit,
    lines,
    figures,
    law: { from: law.from, state: law.state, rate: law.values.rate },
    due: settings.basis === 'hijri' ? figures.hijri : figures.by_days,
    booked: settings.assessed === null ? booked : decimal(settings.assessed),
  }
}

async function yearAround({ db }: Context, day: string): Promise<Range> {
  const year = await db
    .selectFrom('financial_years')
    .select(['started_at as from', 'ended_at as to'])
    .where('started_at', '<=', day)
    .where('ended_at', '>=', day)
    .executeTakeFirst()
  if (!year) throw new Refusal('zakat_no_year', { field: 'to' })
  return year
}

/** Closing balances of the bound accounts, the profit before Zakat, and Zakat that is booked. The profit of the year is a line of its own, before and after it is closed. */
async function booksOf(context: Context, year: Range) {
  const [bound, chart, sums] = await Promise.all([
    context.db.selectFrom('accounts').select(['id', 'zakat_line']).where('zakat_line', 'is not', null).execute(),
    chartAccounts(context),
    sumSegments(context, { cuts: [year.from, addDays(year.to, 1)] }),
  ])
  type Row = (typeof sums)[number]
  const debitOf = (matching: (row: Row) => boolean) =>
    sum(sums.filter(matching).map((row) => decimal(row.debit).minus(row.credit)))
  const accounts = bound.flatMap(({ id, zakat_line }): ZakatAccount[] => {
    const account = chart.find((one) => one.id === id)
    if (!account) return []
    const line = zakat_line as ZakatLine
    const balance = debitOf((row) => row.account_id === id && (row.segment === 0 || row.kind !== closingKind))
    const amount = isDeduction(line) ? balance : balance.neg()
    const { number, name, name_en } = account
    return amount.eq(0) ? [] : [{ id, number, name, name_en, line, amount }]
  })
  const idsOf = (matching: (account: (typeof chart)[number]) => boolean) =>
    new Set(chart.filter(matching).map(({ id }) => id))
  const [results, zakat] = [idsOf((one) => 'RX'.includes(one.class)), idsOf(({ role }) => role === 'ZAKAT_EXP')]
  const ofYear = (row: Row) => row.segment === 1 && row.kind !== closingKind
  const booked = debitOf((row) => ofYear(row) && zakat.has(row.account_id))
  return {
    accounts,
    booked,
    profit: debitOf((row) => ofYear(row) && results.has(row.account_id))
      .neg()
      .plus(booked),
  }
}

async function adjustmentsOf({ db }: Context, ended_on: string): Promise<ZakatAdjustment[]> {
  const rows = await db
    .selectFrom('zakat_adjustments as own')
    .selectAll('own')
    .select(({ selectFrom, fn }) =>
      selectFrom('attachments')
        .select(fn.countAll<number>().as('files'))
        .where('attachments.source', '=', zakatAdjustments.name)
        .whereRef('attachments.source_id', '=', 'own.id')
        .as('files'),
    )
    .where('own.ended_on', '=', ended_on)
    .orderBy('own.id')
    .execute()
  return rows.map(({ id, line, effect, amount, reason, files }) => ({
    id,
    line: line as ZakatAdjustmentLine,
    reason,
    files: Number(files),
    amount: effect === 'raise' ? decimal(amount) : decimal(amount).neg(),
  }))
}

/** What is stored of a year, and the version of the law it keeps: of a year that keeps none, the one of its last day. */
async function settingsOf({ db }: Context, ended_on: string) {
  const stored = await db.selectFrom('zakat_years').selectAll().where('ended_on', '=', ended_on).executeTakeFirst()
  const law = lawKept(zakatRules, ended_on, stored?.law_version)
  if (!law) throw new Refusal('zakat_rate_missing', { field: 'to', params: { date: zakatRules[0]?.from ?? '' } })
  const settings: ZakatSettings = {
    basis: (stored?.basis ?? 'days') as 'days' | 'hijri',
    saudi_share: stored?.saudi_share ?? '100',
    has_minimum: stored?.has_minimum ?? law.values.has_minimum,
    assessed: stored?.assessed ?? null,
    law_version: law.from,
  }
  return { law, settings }
}

const isDeduction = (line: ZakatLine): boolean => (zakatDeductions as readonly string[]).includes(line)
