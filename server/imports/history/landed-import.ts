import { z } from 'zod'
import { landedCostBody } from '#contract/documents/landed-costs.ts'
import { purchases } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { landCost } from '#server/customs/land-cost.ts'
import { takeBackLandedCost } from '#server/customs/take-back-landed-cost.ts'
import type { ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { partyNames } from '../kinds/look-ups.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

const known = z.int({ error: () => 'unknown_reference' })
const { date: cost_date, ...rest } = landedCostBody.shape
const schema = z.object({ ...rest, cost_date, document_number: known })
type Body = z.output<typeof schema>

/** Costs of bills that goods bear. */
export const landedCostImport: ImportRules = {
  schema,
  groupBy: ['document_number', 'supplier_id', 'line_number', 'cost_date', 'part'],
  rowsOf: 'goods',
  order: 'alone',
  open: openLandedCosts,
  undo: async (context, { id }) => {
    await takeBackLandedCost(context, id)
  },
}

async function openLandedCosts(context: Context): Promise<ImportBook> {
  const suppliers = await partyNames(context, 'supplier')
  const named = (columns: readonly string[], column: string) =>
    namedDocuments({ kinds: [purchases.document], columns, parties: [{ column, find: suppliers.find }] })
  const costs = named(['document_number'], 'supplier_id')
  const goods = named(['goods_bill_number'], 'goods_supplier_id')
  let receipts = new Map<string, number>()
  return {
    ...unnumberedBook,
    resolve: { supplier_id: suppliers.find, goods_supplier_id: suppliers.find },
    prepare: async (again, rows) => {
      await costs.prepare(again, rows)
      await goods.prepare(again, rows)
      const numbers = [...new Set(rows.flatMap(({ cells }) => cells.receipt_number?.trim() || []))]
      const found = await again.db
        .selectFrom('goods_notes')
        .select(['id', 'number'])
        .where('kind', '=', 'goods_receipt')
        .where('state', '=', 'posted')
        .where('number', 'in', ['', ...numbers])
        .execute()
      receipts = new Map(found.map(({ id, number }) => [number, id]))
    },
    bodyOf: (rows) => {
      const [first = {}] = rows
      const { document_number, line_number, cost_date: day, amount, basis } = first
      return {
        document_number: costs.find(String(document_number)),
        line_number,
        cost_date: day,
        amount,
        basis,
        goods: rows.map(({ goods_bill_number, receipt_number, goods_row, weight }) => ({
          ...(goods_bill_number !== undefined && { bill_id: goods.find(String(goods_bill_number)) ?? null }),
          ...(receipt_number !== undefined && {
            goods_receipt_id: receipts.get(String(receipt_number).trim()) ?? null,
          }),
          line_number: goods_row,
          weight,
        })),
      }
    },
    create: async (again, { document_number, cost_date: date, ...body }: Body) => {
      const id = await landCost(again, { ...body, date, id: document_number })
      return [{ resource: 'landed_cost', id, before: null }]
    },
  }
}
