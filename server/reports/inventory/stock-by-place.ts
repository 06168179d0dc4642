import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { keepsPlace } from '#server/core/kept-places.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountBalanceAt } from '../receivables/open-items-from-lines.ts'
import { type ValuedPlace, valuedPlaces } from './valued-places.ts'

type Query = z.output<(typeof reports.stockByPlace)['calls']['show']['query']>
/**
 * What each place has at the end of a day. A place has the share of the pool's value that its quantity is, so that all places come to the
 * inventory account (accounting rule 2.1-15).
 */
export async function showStockByPlace(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const account_id = (await loadAccounts(context)).idOf('INV')
  const [placed, booked] = await Promise.all([
    valuedPlaces(context, to),
    accountBalanceAt(context, to, undefined, [account_id]),
  ])
  const rows = placed.filter(({ place_id, is_main }) => keepsPlace(context.session, is_main ? null : place_id))
  const groups = [...Map.groupBy(rows, ({ place_id }) => place_id).values()].filter((own) => own.length > 0)
  const value = sum(rows.map((row) => row.value))
  const total: SheetRow = {
    key: 'total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    figures: { value: text(value) },
  }
  const all = groups.toSorted((one, other) => placeOrder(one) - placeOrder(other)).flatMap(rowsOfPlace)
  // A keeper sees a part of the account.
  const isPart = groups.length === 0 || context.session.places !== null
  const difference = isPart ? '0' : text(value.minus(booked))
  return sheetOf({ to }, columns, all.length === 0 ? [] : [...all, total], { difference })
}

const placeOrder = ([first]: readonly ValuedPlace[]): number => first?.place_id ?? 0

function rowsOfPlace(own: readonly ValuedPlace[]): SheetRow[] {
  const [{ place_id, place }] = own as [ValuedPlace]
  const lines = own.map(
    (row): SheetRow => ({
      key: `place:${place_id}:${row.product_id}`,
      style: 'line',
      level: 2,
      label: named(row),
      texts: { code: row.code, place: place, unit: { name: row.unit, name_en: row.unit_en } },
      figures: { quantity: row.quantity, value: text(row.value) },
      link: { to: 'stock_card', query: { product_id: row.product_id } },
    }),
  )
  const subtotal: SheetRow = {
    key: `place:${place_id}`,
    style: 'subtotal',
    level: 1,
    label: named(place),
    texts: {},
    figures: { value: text(sum(own.map((row) => row.value))) },
  }
  return [...lines, subtotal]
}

const columns = withLeadingColumns(
  ['quantity', 'value'],
  [
    column('code', 'code'),
    column('product', 'label'),
    column('place', 'text'),
    column('unit', 'text'),
    column('quantity', 'quantity'),
    column('value', 'amount'),
  ],
)
