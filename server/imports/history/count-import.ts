import { z } from 'zod'
import { stockCounts } from '#contract/counts.ts'
import { date, id } from '#contract/fields/choice.ts'
import { price, quantity, stockQuantity } from '#contract/fields/decimal.ts'
import { lotsInCell, lotsOfRow } from '#contract/fields/lot-rows.ts'
import { code } from '#contract/fields/text.ts'
import { decimal, text } from '#ledger/money.ts'
import { bookQuantities } from '#server/catalog/book-quantities.ts'
import { postOpeningStock, takeBackOpeningStock } from '#server/catalog/opening-stock-of-product.ts'
import { voidCount } from '#server/catalog/reverse-count.ts'
import { saveCount } from '#server/catalog/save-count.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import type { ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { productNames, usualPlaces } from '../kinds/look-ups.ts'
import { numberedBook } from '../kinds/numbered-book.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

const started = z.object({ stocked_on: date, product_id: id, quantity, unit_cost: price })

/** The stock with which a product was created, on the day of that. */
export const startingStockImport: ImportRules = {
  schema: started,
  order: 'alone',
  open: async (context) => ({
    ...unnumberedBook,
    resolve: { product_id: (await productNames(context)).find },
    create: async (again, { product_id, stocked_on, ...row }: z.output<typeof started>) => {
      const opened = { product_id, quantity: row.quantity, purchase_price: row.unit_cost, date: stocked_on }
      const entry = await postOpeningStock(again, opened)
      return [{ resource: 'starting_stock', id: product_id, before: { entry } }]
    },
  }),
  undo: async (context, { id, before }) => {
    const { entry } = before as { entry: number | null }
    if (entry !== null) await takeBackOpeningStock(context, { product_id: id, entry_id: entry })
  },
}

const difference = z
  .string({ error: () => 'required' })
  .regex(/^-?\d+(\.\d{1,6})?$/, 'invalid_number')
  .optional()
const schema = stockCounts.input.extend({
  count_number: code,
  lines: z
    .array(z.object({ product_id: id, counted: stockQuantity.optional(), difference, value: difference, ...lotsOfRow }))
    .min(1, 'too_few_rows')
    .max(500, 'too_many_rows')
    .check(({ value, issues }) => {
      for (const [index, row] of value.entries())
        if (row.counted === undefined && row.difference === undefined)
          issues.push({ code: 'custom', message: 'required', path: [index, 'counted'], input: row })
    }),
})

/** Stock counts: what was counted, or by how much the stock differed. The difference is what moved; it holds also where the books said something else then. */
export const countImport: ImportRules = {
  schema,
  groupBy: ['count_number'],
  rowsOf: 'lines',
  order: 'alone',
  open: openCounts,
  undo: async (context, { id }) => {
    await voidCount(context, id)
    releaseNumber(context, 'stock_counts', id)
  },
}

async function openCounts(context: Context): Promise<ImportBook> {
  const [products, places, own, stored] = await Promise.all([
    productNames(context),
    usualPlaces(context),
    context.db.selectFrom('places').select(['id', 'is_main']).execute(),
    context.db.selectFrom('stock_counts').select(['id', 'number']).where('state', '!=', 'void').execute(),
  ])
  return {
    ...numberedBook(
      'count_number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: { ...places.resolve, product_id: products.find },
    bodyOf: (rows) => {
      const [first = {}] = rows
      const { count_number, count_date, notes, branch_id, place_id } = first
      return {
        branch_id: branch_id ?? places.usual.branch_id,
        ...sentFields({ notes, place_id }),
        count_number,
        count_date,
        lines: rows.map(({ product_id, counted, difference, value, lots }) => ({
          product_id,
          ...sentFields({ counted, difference, value, lots: lotsInCell(lots) }),
        })),
      }
    },
    create: async (again, { count_number: number, ...body }: z.output<typeof schema>) => {
      const lines = await countedLines(
        again,
        body,
        own.find((row) => row.id === body.place_id && !row.is_main)?.id ?? null,
      )
      return [{ resource: 'stock_count', id: await saveCount(again, null, { ...body, lines, number }), before: null }]
    },
  }
}

type CountRows = Pick<z.output<typeof schema>, 'count_date' | 'lines'>

async function countedLines(context: Context, { count_date: day, lines }: CountRows, place: number | null) {
  const productIds = lines.flatMap((line) => (line.difference === undefined ? [] : [line.product_id]))
  const books =
    productIds.length === 0 ? new Map<number, string>() : await bookQuantities(context, productIds, day, place)
  return lines.map(({ product_id, counted, difference, value, lots }) => {
    const book = decimal(books.get(product_id) ?? '0')
    const own = difference === undefined ? (counted ?? '0') : text(book.plus(difference))
    return { product_id, counted: own, lots, ...(value !== undefined && { value }) }
  })
}
