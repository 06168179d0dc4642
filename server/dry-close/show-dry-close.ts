import type { TOptions } from 'i18next'
import type { z } from 'zod'
import { stepParams } from '#contract/closing/step-params.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetLabel, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { journalLinesOf } from '#server/posting/journal-rows.ts'
import type { PlannedEntry } from '#server/posting/plan.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '#server/reports/framework/sheet.ts'
import { mendersOf } from './menders.ts'
import { type DryClose, planDryClose, type YearStop } from './plan-dry-close.ts'
import { statementsOf } from './statements-of.ts'

type Query = z.output<(typeof reports.dryClose)['calls']['show']['query']>

/** The dry close of the month of a day, and of its year: what stops it, who can mend that, the entries, the statements as they would be. */
export async function showDryClose(context: Context, query: Query): Promise<SheetInput> {
  const dry = await planDryClose(context, query.to)
  const { month, year } = dry
  const open = dry.steps.filter(({ state }) => state === 'open')
  const who = await mendersOf(context, [...open.map(({ name }) => name), ...dry.stops.map(({ code }) => code)])
  const statements = year
    ? await statementsOf(dry.closed, { from: year.started_at, to: year.ended_at }, dry.entries)
    : null
  const rows = [
    heading('month_stops', { name: `${month.from} – ${month.to}` }),
    ...(open.length === 0 ? [nothing('month')] : []),
    ...open.map((step) => stepRow(context, dry, step, who)),
    heading('year_stops', { name: year?.name ?? null }),
    ...(dry.stops.length === 0 ? [nothing('year')] : []),
    ...dry.stops.map((stop) => stopRow(context, dry, stop, who)),
    ...(await entryRows(context, dry.entries)),
    ...(statements?.rows ?? []),
  ]
  const columns = [
    column('what', 'label'),
    column('who', 'text'),
    column('debit', 'amount'),
    column('credit', 'amount'),
  ]
  return sheetOf(
    { from: month.from, to: month.to },
    withLeadingColumns(['amount'], [...columns, column('amount', 'amount')]),
    rows,
    { difference: statements?.difference ?? null },
  )
}

const heading = (name: string, rest: SheetLabel = {}, link: SheetRow['link'] = null): SheetRow => ({
  key: `heading:${name}`,
  style: 'heading',
  level: 1,
  texts: {},
  figures: {},
  link,
  label: { word: `lines.dry_${name}`, ...rest },
})

const nothing = (what: string): SheetRow => ({
  key: `nothing:${what}`,
  style: 'line',
  level: 2,
  texts: {},
  figures: {},
  link: null,
  label: word('lines.dry_nothing'),
})

/** Said by the server in both languages: a sentence with figures is no name. */
const inBoth = (
  { services }: Context,
  sentence: (say: (key: string | string[], params?: TOptions) => string) => string,
) => ({
  name: sentence((key, params) => services.words.say('ar', key, params)),
  name_en: sentence((key, params) => services.words.say('en', key, params)),
})

const stopped = (key: string, label: SheetLabel, who: string, link: SheetRow['link']): SheetRow => ({
  key,
  style: 'line',
  level: 2,
  label,
  texts: { who },
  figures: {},
  link,
})

function stepRow(
  context: Context,
  { month }: DryClose,
  { name, count, day }: DryClose['steps'][number],
  who: (name: string) => string,
): SheetRow {
  const params = stepParams({ count, day })
  const label = inBoth(
    context,
    (say) => `${say(`monthClose:steps.${name}.title`)}: ${say(`monthClose:steps.${name}.open`, params)}`,
  )
  return stopped(`step:${name}`, label, who(name), { to: 'closing_step', query: { id: name, to: month.to } })
}

function stopRow(
  context: Context,
  { year }: DryClose,
  { code, params }: YearStop,
  who: (name: string) => string,
): SheetRow {
  const { decimals } = context.session.organization
  const shown = {
    ...params,
    ...(params.amount !== undefined && { amount: formatNumber(decimal(params.amount), decimals) }),
  }
  const label = inBoth(context, (say) => say([`refusals:${code}`, `monthClose:dry.${code}`], shown))
  const query = { id: code, to: year?.ended_at ?? '' }
  return stopped(`stop:${code}`, label, who(code), { to: 'closing_stop', query })
}

/** The entries by where they come from, a row an account: thousands of months are one section. */
async function entryRows(context: Context, entries: readonly PlannedEntry[]): Promise<SheetRow[]> {
  if (entries.length === 0) return [heading('entries'), nothing('entries')]
  const accounts = await loadAccounts(context)
  const rows = await context.db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en'])
    .where('type', '=', 'sub')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...Map.groupBy(entries, ({ head }) => head.source)].flatMap(([source, own]) => {
    const lines = own.flatMap((one) => journalLinesOf(one, { ...context, accounts }))
    const sums = [...Map.groupBy(lines, ({ account_id }) => account_id)].map(([id, held]) => ({
      id,
      debit: sum(held.map((line) => line.debit)),
      credit: sum(held.map((line) => line.credit)),
      account: byId.get(id),
    }))
    return [
      heading(`entries_${source}`, { code: String(own.length) }),
      ...sums
        .toSorted((one, other) => (one.account?.number ?? '').localeCompare(other.account?.number ?? ''))
        .map(({ id, account, ...amounts }) => accountSums(`${source}:${id}`, account, amounts)),
    ]
  })
}

type NamedAccount = { number: string; name: string; name_en: string | null }
const accountSums = (
  key: string,
  account: NamedAccount | undefined,
  { debit, credit }: Record<'debit' | 'credit', Decimal>,
): SheetRow => ({
  key,
  style: 'line',
  level: 2,
  texts: {},
  link: null,
  label: account ? { ...named(account), code: account.number } : {},
  figures: { debit: debit.eq(0) ? null : text(debit), credit: credit.eq(0) ? null : text(credit) },
})
