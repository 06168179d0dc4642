import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { daysOf } from '../framework/date-range.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from '../receivables/open-items-from-lines.ts'
import { type RegisterRow, registerRows } from './register-rows.ts'

type Query = z.output<(typeof reports.assetRegister)['calls']['show']['query']>
const figureNames = [
  'cost_before',
  'cost_added',
  'cost_left',
  'cost_after',
  'accumulated_before',
  'depreciated',
  'accumulated_left',
  'accumulated_after',
  'book_value',
] as const
type Figures = Record<string, Decimal>

/**
 * The register of assets over a range: cost, additions, disposals, accumulated depreciation and book value, by class. Below it, each
 * account with what the register does not explain: together they are the balance of the account on the last day.
 */
export async function showAssetRegister(context: Context, query: Query): Promise<SheetInput> {
  const { from, to } = await daysOf(context, query)
  const rows = await registerRows(context, { from, to })
  const classes = [...Map.groupBy(rows, ({ class_id }) => class_id).values()]
  const accounts = await accountRows(context, to, rows)
  const total = sumRow('register_total', 'total', 1, rows)
  return sheetOf({ from, to }, columns, [
    ...classes.flatMap(classRows),
    ...(rows.length === 0 ? [] : [total]),
    ...accounts,
  ])
}

const columns = withLeadingColumns(
  ['book_value'],
  [
    column('asset', 'label'),
    ...figureNames.map((name) => column(name, 'amount', { group: groupOf(name), query: null })),
  ],
)

function groupOf(name: string) {
  if (name === 'book_value') return null
  return word(name.startsWith('cost') ? 'columns.cost_group' : 'columns.accumulated_group')
}

function classRows(rows: readonly RegisterRow[]): SheetRow[] {
  const { class_id, class_name, class_name_en } = rows[0] as RegisterRow
  const heading: SheetRow = {
    key: `class:${class_id}`,
    style: 'heading',
    level: 1,
    texts: {},
    figures: {},
    link: null,
    label: named({ name: class_name, name_en: class_name_en }),
  }
  const total = sumRow(`class_total:${class_id}`, 'subtotal', 2, rows)
  return [heading, ...rows.map(assetRow), { ...total, label: { ...heading.label, word: 'lines.total' } }]
}

const assetRow = (row: RegisterRow): SheetRow => ({
  key: `asset:${row.id}`,
  style: 'line',
  level: 2,
  texts: {},
  label: { name: row.name, name_en: row.name_en, code: row.number },
  figures: written(figuresOf([row])),
  link: { to: 'asset', query: { id: row.id } },
})

const sumRow = (key: string, style: SheetRow['style'], level: number, rows: readonly RegisterRow[]): SheetRow => ({
  key,
  style,
  level,
  label: word('lines.total'),
  texts: {},
  figures: written(figuresOf(rows)),
  link: null,
})

function figuresOf(rows: readonly RegisterRow[]): Figures {
  const of = (name: keyof RegisterRow) => sum(rows.map((row) => row[name] as string))
  const [cost_before, cost_added, cost_left] = [of('cost_before'), of('cost_added'), of('cost_left')]
  const [accumulated_before, depreciated] = [of('accumulated_before'), of('depreciated')]
  const accumulated_left = of('accumulated_left')
  const cost_after = cost_before.plus(cost_added).minus(cost_left)
  const accumulated_after = accumulated_before.plus(depreciated).minus(accumulated_left)
  return {
    cost_before,
    cost_added,
    cost_left,
    cost_after,
    accumulated_before,
    depreciated,
    accumulated_left,
    accumulated_after,
    book_value: cost_after.minus(accumulated_after),
  }
}

const written = (figures: Figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, text(value)]))

type Place = { id: number; name: string; name_en: string | null; number: string; side: 'cost' | 'accumulated' }

/** The accounts of all classes against the register: what is in the account and not in the register has a row of its own. */
async function accountRows(context: Context, to: string, rows: readonly RegisterRow[]): Promise<SheetRow[]> {
  const places = await placesOf(context)
  const sections = await Promise.all(places.map((place) => sectionOf(context, to, place, rows)))
  return sections.flat()
}

/** Accounts that classes name for cost or for accumulated depreciation, by number. */
async function placesOf({ db }: Context): Promise<Place[]> {
  const [classes, accounts] = await Promise.all([
    db.selectFrom('asset_classes').select(['cost_account_id', 'accumulated_account_id']).execute(),
    db.selectFrom('accounts').select(['id', 'name', 'name_en', 'number']).where('type', '=', 'sub').execute(),
  ])
  const cost = new Set(classes.map(({ cost_account_id }) => cost_account_id))
  const accumulated = new Set(classes.map(({ accumulated_account_id }) => accumulated_account_id))
  return accounts
    .filter(({ id }) => cost.has(id) || accumulated.has(id))
    .toSorted((one, other) => one.number.localeCompare(other.number))
    .map((account) => ({ ...account, side: cost.has(account.id) ? 'cost' : 'accumulated' }))
}

async function sectionOf(
  context: Context,
  to: string,
  place: Place,
  rows: readonly RegisterRow[],
): Promise<SheetRow[]> {
  const balance = decimal(await accountBalanceAt(context, to, undefined, [place.id]))
  const inAccount = place.side === 'cost' ? balance : balance.neg()
  const field = place.side === 'cost' ? 'cost_account_id' : 'accumulated_account_id'
  const figures = figuresOf(rows.filter((row) => row[field] === place.id))
  const column = place.side === 'cost' ? 'cost_after' : 'accumulated_after'
  const inRegister = figures[column] as Decimal
  if (inAccount.eq(0) && inRegister.eq(0)) return []
  const rowOf = (key: string, amount: Decimal, rest: Partial<SheetRow>): SheetRow => ({
    key: `${key}:${place.id}`,
    style: 'line',
    level: 2,
    label: word(`lines.${key}`),
    texts: {},
    link: null,
    figures: { [column]: text(amount) },
    ...rest,
  })
  const heading = { name: place.name, name_en: place.name_en, code: place.number }
  const difference = inAccount.minus(inRegister)
  return [
    rowOf('account_heading', inRegister, { style: 'heading', level: 1, label: heading, figures: {} }),
    rowOf('in_register', inRegister, {}),
    ...(difference.eq(0) ? [] : [rowOf('not_in_register', difference, {})]),
    rowOf('account_balance', inAccount, {
      style: 'subtotal',
      link: { to: 'account_statement', query: { account_id: place.id, to } },
    }),
  ]
}
