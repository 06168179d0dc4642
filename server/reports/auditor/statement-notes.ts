import type { z } from 'zod'
import { purchases, sales } from '#contract/documents/sides.ts'
import { ages } from '#contract/reports/filters.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { registerRows } from '../assets/register-rows.ts'
import { daysOf } from '../framework/date-range.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { showAged } from '../receivables/aging-report.ts'
import { noncashOf } from '../statements/noncash.ts'
import { sumSegments } from '../statements/sum-balances.ts'

type Query = z.output<(typeof reports.statementNotes)['calls']['show']['query']>
/** The days of the year and of the one before it. */
type Years = readonly [Days, Days]
type Days = { from: string; to: string }
type Note = {
  key: string
  label: SheetRow['label']
  amounts: readonly [string, string]
  /** Of the amount: the rows that come to it. */
  link: SheetRow['link']
  /** Of the name, where the amount is a part of what it opens. */
  about?: SheetRow['link']
}

/** Accounts of the Saudi chart that a note is about, by the beginning of their number. */
const accountNotes = {
  related_parties: ['310102', '310103', '110204'],
  leases: ['120302', '220102'],
  loans: ['2105', '220101'],
  provisions: ['220103', '210405', '110203'],
} as const
/** Notes of credit balances only, which are positive as in the balance sheet. In other notes, credits are negative. */
const creditBalances: ReadonlySet<string> = new Set(['loans', 'provisions'])

/** Notes to the statements of a year next to the year before: assets by class, receivables and payables by age, and accounts by subject. */
export async function showStatementNotes(context: Context, query: Query): Promise<SheetInput> {
  const current = await daysOf(context, query)
  const before = await yearOf(context, addDays(current.from, -1))
  const years: Years = [current, { from: before.started_at, to: before.ended_at }]
  const [assets, receivables, payables, accounts, noncash] = await Promise.all([
    assetNotes(context, years),
    ageNotes(context, 'receivables', years),
    ageNotes(context, 'payables', years),
    accountsBySubject(context, years),
    noncashNotes(context, years),
  ])
  const sections = [
    ...(assets.length > 0 ? [{ name: 'assets', notes: assets }] : []),
    { name: 'receivables', notes: receivables },
    { name: 'payables', notes: payables },
    ...accounts,
    { name: 'noncash', notes: noncash },
  ].filter(({ notes }) => notes.some(({ amounts }) => amounts.some((amount) => !decimal(amount).eq(0))))
  const columns = [
    column('what', 'label'),
    column('amount', 'amount', { label: { name: `${current.from} – ${current.to}` } }),
    column('compared', 'amount', { label: { name: `${before.started_at} – ${before.ended_at}` } }),
  ]
  return sheetOf(
    current,
    withLeadingColumns(['amount', 'compared'], columns),
    sections.flatMap(({ name, notes }, index) => [
      heading(name, index + 1),
      ...notes.filter(({ amounts }) => amounts.some((amount) => !decimal(amount).eq(0))).map(rowOf),
      // Its accounts face each other: together they say nothing.
      ...(name === 'noncash' ? [] : [total(name, notes)]),
    ]),
  )
}

const heading = (name: string, number: number): SheetRow => ({
  key: `note:${name}`,
  style: 'heading',
  level: 1,
  texts: {},
  figures: {},
  link: null,
  label: word(`lines.note_${name}`, String(number)),
})
const rowOf = ({ key, label, amounts: [amount, compared], link, about = null }: Note): SheetRow => ({
  key,
  style: 'line',
  level: 2,
  label,
  texts: {},
  figures: { amount, compared },
  link: about,
  ...(link && { links: { amount: link } }),
})
const total = (name: string, notes: readonly Note[]): SheetRow => ({
  key: `total:${name}`,
  style: 'subtotal',
  level: 2,
  label: word('lines.total'),
  texts: {},
  link: null,
  figures: {
    amount: text(sum(notes.map(({ amounts }) => amounts[0]))),
    compared: text(sum(notes.map(({ amounts }) => amounts[1]))),
  },
})

/** Book values by class. */
async function assetNotes(context: Context, years: Years): Promise<Note[]> {
  const registers = await Promise.all(years.map((days) => registerRows(context, days)))
  const all = registers.flat()
  const bookValueOf = (rows: typeof all, id: number) =>
    text(
      sum(
        rows
          .filter(({ class_id }) => class_id === id)
          .map((row) =>
            sum([row.cost_before, row.cost_added, row.accumulated_left])
              .minus(row.cost_left)
              .minus(row.accumulated_before)
              .minus(row.depreciated),
          ),
      ),
    )
  return [...Map.groupBy(all, ({ class_id }) => class_id)].map(([id, [first]]) => ({
    key: `class:${id}`,
    label: named({ name: first?.class_name ?? '', name_en: first?.class_name_en ?? null }),
    amounts: [bookValueOf(registers[0] ?? [], id), bookValueOf(registers[1] ?? [], id)],
    link: null,
  }))
}

/** What is open at the end of each year, by how late it is. */
async function ageNotes(context: Context, name: 'receivables' | 'payables', years: Years): Promise<Note[]> {
  const side = name === 'receivables' ? sales : purchases
  const totals: SheetRow['figures'][] = []
  for (const { to } of years) {
    const { rows } = await showAged(side)(context, { to, whole: false }, 1)
    totals.push(rows.at(-1)?.figures ?? {})
  }
  const of = (year: number, key: string) => text(decimal(totals[year]?.[key] ?? '0'))
  return ages.map((age) => ({
    key: `${name}:${age}`,
    label: word(`columns.${age}`),
    amounts: [of(0, age), of(1, age)],
    link: { to: `open_${name}`, query: { to: years[0].to, age } },
  }))
}

/** Balances of related parties, leases, loans and provisions at the end of each year, as far as they are booked on accounts of their own. */
async function accountsBySubject(context: Context, years: Years): Promise<{ name: string; notes: Note[] }[]> {
  const [chart, ...sums] = await Promise.all([
    chartAccounts(context),
    ...years.map(({ to }) => sumSegments(context, { cuts: [addDays(to, 1)] })),
  ])
  const balance = (year: number, id: number) =>
    sum((sums[year] ?? []).filter((row) => row.account_id === id).map((row) => decimal(row.debit).minus(row.credit)))
  const [{ from, to }] = years
  const amount = (name: string, year: number, id: number) =>
    text(creditBalances.has(name) ? balance(year, id).neg() : balance(year, id))
  return Object.entries(accountNotes).map(([name, prefixes]) => ({
    name,
    notes: chart
      .filter(({ type, number }) => type === 'sub' && prefixes.some((prefix) => number.startsWith(prefix)))
      .map((account) => ({
        key: `${name}:${account.id}`,
        label: { ...named(account), code: account.number },
        amounts: [amount(name, 0, account.id), amount(name, 1, account.id)],
        link: { to: 'account_statement', query: { account_id: account.id, from, to } },
      })),
  }))
}

/** Assets and debts of each year that no cash moved for by its end, by account: what the cash flow statement leaves out. */
async function noncashNotes(context: Context, years: Years): Promise<Note[]> {
  const chart = await chartAccounts(context)
  const [now, then] = await Promise.all(years.map((days) => noncashOf(context, chart, days)))
  const of = (year: typeof now, id: number) => text(year?.get(id) ?? decimal('0'))
  const [{ from, to }] = years
  return chart
    .filter(({ id }) => now?.has(id) || then?.has(id))
    .map((account) => ({
      key: `noncash:${account.id}`,
      label: { ...named(account), code: account.number },
      link: null,
      amounts: [of(now, account.id), of(then, account.id)],
      about: { to: 'account_statement', query: { account_id: account.id, from, to } },
    }))
}
