import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { type TaxPool, taxPoolRates, taxPools } from '#ledger/law/tables.ts'
import { type PoolFigures, taxPoolYear } from '#ledger/law/tax-pool.ts'
import { decimal, type Numeric, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.taxPools)['calls']['show']['query']>
type Move = {
  id: number
  number: string
  name: string
  name_en: string | null
  tax_pool: TaxPool
  day: string
  cost: string
  proceeds: string
}
const moved = ['added_now', 'added_before', 'proceeds_now', 'proceeds_before'] as const

/**
 * Tax depreciation by pools for the year of a day, next to the books: computed from the register, from the year of its first purchase on.
 * Below each pool are the assets of its figures.
 */
export async function showTaxPools(context: Context, query: Query): Promise<SheetInput> {
  const year = await yearOf(context, query.to ?? context.today)
  const to = year.ended_at
  const moves = await movesOf(context, to)
  const { decimals } = context.session.organization
  const rows = taxPools.flatMap((pool) => {
    const own = moves.filter((move) => move.tax_pool === pool)
    return own.length === 0 ? [] : poolRows(pool, own, { to, decimals })
  })
  const law = lawOn(taxPoolRates, to)
  return sheetOf({ from: year.started_at, to }, columns, rows, {
    notes: law ? [{ word: `notes.tax_pools_${law.state}`, params: { day: law.from } }] : [],
  })
}

const columns = withLeadingColumns(
  ['pool_depreciation'],
  [
    column('pool', 'label'),
    column('pool_rate', 'percent', { query: null }),
    ...(['pool_opening', ...moved, 'pool_base', 'pool_depreciation', 'pool_closing', 'pool_income'] as const).map(
      (name) => column(name, 'amount', { query: null }),
    ),
  ],
)

/** Purchases on their own day, whenever the books began, and what sales that were not taken back brought. */
async function movesOf({ db, session }: Context, to: string): Promise<Move[]> {
  const own = session.organization_id
  const { rows } = await sql<Move>`
    SELECT asset.id, asset.number, asset.name, asset.name_en, class.tax_pool,
      CASE event.kind WHEN 'acquired' THEN asset.acquired_on ELSE event.event_date END AS day,
      CASE event.kind WHEN 'acquired' THEN event.cost::numeric ELSE 0 END AS cost, coalesce(event.proceeds::numeric, 0) AS proceeds
    FROM assets AS asset
    JOIN asset_events AS event ON event.organization_id = ${own} AND event.asset_id = asset.id AND event.kind IN ('acquired', 'disposed')
    JOIN asset_classes AS class ON class.organization_id = ${own} AND class.id = event.asset_class_id
    WHERE asset.organization_id = ${own} AND asset.state <> 'cancelled' AND class.tax_pool IS NOT NULL
      AND CASE event.kind WHEN 'acquired' THEN asset.acquired_on ELSE event.event_date END <= ${to}::date
      AND NOT EXISTS (SELECT FROM asset_events AS undo WHERE undo.organization_id = ${own} AND undo.reverses_id = event.id)
    ORDER BY asset.number, event.id`.execute(db)
  return rows
}

/** The years of a pool, oldest first: the last is the one that is shown. */
function poolRows(
  pool: TaxPool,
  moves: readonly Move[],
  { to, decimals }: { to: string; decimals: number },
): SheetRow[] {
  const first = moves.map(({ day }) => day).toSorted()[0] ?? to
  let [count, figures] = [0, undefined as PoolFigures | undefined]
  while (addMonths(addDays(to, 1), -12 * (count + 1)) > first) count++
  const endOf = (back: number) => addDays(addMonths(addDays(to, 1), -12 * back), -1)
  const within = (back: number) => moves.filter(({ day }) => day <= endOf(back) && day > endOf(back + 1))
  let year = yearFigures('0', [], [])
  for (let back = count; back >= 0; back--) {
    const rate = lawOn(taxPoolRates, endOf(back))?.values[pool] ?? 0
    year = yearFigures(figures?.closing ?? decimal(0), within(back), within(back + 1))
    figures = taxPoolYear(year, rate, decimals)
  }
  const rate = lawOn(taxPoolRates, to)?.values[pool] ?? 0
  const shown = figures as PoolFigures
  const spelled = Object.entries(year).map(([name, value]) => [name, text(decimal(value))])
  const lawLink = { to: 'law', query: { of: 'tax_pool', day: to, pool, ...Object.fromEntries(spelled) } }
  const head: SheetRow = {
    key: `pool:${pool}`,
    style: 'subtotal',
    level: 1,
    label: word(`lines.${pool}_pool`),
    texts: {},
    link: lawLink,
    figures: {
      pool_rate: String(rate),
      pool_opening: text(decimal(year.opening)),
      ...Object.fromEntries(moved.map((name) => [name, text(decimal(year[name]))])),
      pool_base: text(shown.base),
      pool_depreciation: text(shown.depreciation),
      pool_closing: text(shown.closing),
      pool_income: text(shown.income),
    },
  }
  return [head, ...[within(0), within(1)].flatMap((rows, back) => rows.map((row, at) => moveRow(row, back, at)))]
}

const total = (rows: readonly Move[], of: 'cost' | 'proceeds') => sum(rows.map((row) => row[of]))

const yearFigures = (opening: Numeric, now: readonly Move[], before: readonly Move[]) => ({
  opening,
  added_now: total(now, 'cost'),
  added_before: total(before, 'cost'),
  proceeds_now: total(now, 'proceeds'),
  proceeds_before: total(before, 'proceeds'),
})

function moveRow(row: Move, back: number, at: number): SheetRow {
  const when = back === 0 ? 'now' : 'before'
  const figures = { [`added_${when}`]: text(decimal(row.cost)), [`proceeds_${when}`]: text(decimal(row.proceeds)) }
  return {
    key: `asset:${row.id}:${when}:${at}`,
    style: 'line',
    level: 2,
    texts: {},
    label: { ...named(row), code: row.number },
    figures: Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== '0')),
    link: { to: 'asset', query: { id: row.id } },
  }
}
