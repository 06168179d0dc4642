import { z } from 'zod'
import { date, id } from '#contract/fields/choice.ts'
import { exchangeRate, quantity } from '#contract/fields/decimal.ts'
import { lotsInCell, lotsOfRow, type SentLot } from '#contract/fields/lot-rows.ts'
import { code, text as name, textOf } from '#contract/fields/text.ts'
import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { unitOfRow } from '#contract/units/product-units.ts'
import { type Decimal, decimal, min, text, zero } from '#ledger/money.ts'
import { inUnit } from '#ledger/unit.ts'
import { rowsInBaseUnit } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { saveGoodsNote } from '#server/goods/save-goods-note.ts'
import { voidGoodsNote } from '#server/goods/void-goods-note.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { type UnitsOfRows, unitsOfRows } from '../lookup/row-units-of-files.ts'
import type { ImportBody, ImportBook, ImportRules } from './import-kind.ts'
import { productNames, usualPlaces } from './look-ups.ts'
import { numberedBook } from './numbered-book.ts'

const figure = z.string().regex(/^\d+(\.\d{1,4})?$/, 'invalid_number')
const schema = z.object({
  number: code,
  note_date: date,
  branch_id: id.optional(),
  place_id: id.optional(),
  exchange_rate: exchangeRate.optional(),
  reference: textOf(127).optional(),
  notes: textOf(2000).optional(),
  items: z
    .array(
      z.object({ order_number: name, product_id: id, quantity, ...unitOfRow, value: figure.optional(), ...lotsOfRow }),
    )
    .min(1, 'too_few_rows'),
})
type Body = z.output<typeof schema>

/** Goods notes that still wait for their document, on rows of orders that are there or came with the same files. */
export const goodsImport = (kind: GoodsKind): ImportRules => ({
  schema,
  groupBy: ['number', 'note_date'],
  rowsOf: 'items',
  order: 'alone',
  open: (context) => openNotes(context, kind),
  undo: async (context, made) => {
    await voidGoodsNote(context, kind, made.id)
    releaseNumber(context, 'goods_notes', made.id)
  },
})

async function openNotes(context: Context, kind: GoodsKind): Promise<ImportBook> {
  const [products, units, places, stored] = await Promise.all([
    productNames(context),
    unitsOfRows(context),
    usualPlaces(context),
    context.db.selectFrom('goods_notes').select(['id', 'number']).where('kind', '=', kind.name).execute(),
  ])
  return {
    ...numberedBook(
      'number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: { ...places.resolve, product_id: products.find },
    bodyOf: (rows) => bodyOf(rows, units.of),
    create: async (again, { number, items, ...head }: Body) => {
      const taken = await rowsOfOrders(again, kind, items)
      const costs = taken.map(({ value }) => value)
      return [
        {
          resource: kind.name,
          id: await saveGoodsNote(again, kind, { ...head, number, items: taken, costs }),
          before: null,
        },
      ]
    },
  }
}

function bodyOf(rows: readonly ImportBody[], unitOf: UnitsOfRows['of']): ImportBody {
  const [first = {}] = rows
  const { number, note_date, branch_id, place_id, exchange_rate, reference, notes } = first
  return {
    number,
    note_date,
    ...sentFields({ branch_id, place_id, exchange_rate, reference, notes }),
    items: rows.map((row) => ({
      order_number: row.order_number,
      product_id: row.product_id,
      quantity: row.quantity,
      ...sentFields({ value: row.value, lots: lotsInCell(row.lots) }),
      ...unitOf(row),
    })),
  }
}

type TakenRow = { order_line_id: number; quantity: string; product_unit_id?: number; value?: string; lots?: SentLot[] }

/** The rows of the orders that are still to move, by their item; what the file says of a row may be several of them. */
async function rowsOfOrders(context: Context, kind: GoodsKind, items: Body['items']): Promise<TakenRow[]> {
  const numbers = [...new Set(items.map(({ order_number }) => order_number))]
  const stored = await context.db
    .selectFrom('order_lines as line')
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .select(['line.id', 'line.product_id', 'line.quantity', 'line.delivered', 'orders.number'])
    .where('orders.kind', '=', kind.order.name)
    .where('orders.number', 'in', numbers)
    .orderBy('line.id')
    .execute()
  const left = new Map(stored.map((row) => [row.id, decimal(row.quantity).minus(row.delivered)]))
  return (await rowsInBaseUnit(context, items)).flatMap((item, index) => {
    let open = decimal(item.quantity)
    const parts = stored
      .filter((row) => row.number === item.order_number && row.product_id === item.product_id)
      .flatMap((row): TakenRow[] => {
        const much = min(left.get(row.id) ?? zero, open)
        if (much.lte(0)) return []
        left.set(row.id, (left.get(row.id) ?? zero).minus(much))
        open = open.minus(much)
        const { value, lots } = item
        const whole = much.eq(item.quantity) && { ...(value !== undefined && { value }), ...(lots && { lots }) }
        return [{ order_line_id: row.id, ...statedPart(item, much), ...whole }]
      })
    if (open.gt(0))
      throw new Refusal('invalid_input', { errors: { [`items.${index}.order_number`]: { code: 'unknown_reference' } } })
    return parts
  })
}

type StatedItem = { product_unit_id?: number | null | undefined; unit_content?: string | null | undefined }

/** In the unit of the file, where the part is exact in it. */
function statedPart({ product_unit_id, unit_content }: StatedItem, much: Decimal) {
  const quantity = product_unit_id && unit_content ? inUnit(much, unit_content) : null
  return quantity !== null && product_unit_id ? { quantity, product_unit_id } : { quantity: text(much) }
}
