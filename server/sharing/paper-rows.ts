import { goodsKinds } from '#contract/goods/goods-kinds.ts'
import { orderKinds } from '#contract/orders/order-kinds.ts'
import type { PaperRows } from '#contract/sharing/public-page.ts'
import type { Context } from '#server/core/context.ts'
import type { PdfCell } from '#server/pdf/paper.ts'
import { printSharedPaper } from './shared-paper.ts'
import type { PaperKey } from './shared-paper-facts.ts'

/** More rows are read on the paper itself. */
const rowsMaximum = 100
const kindsWithItems = [
  'invoice',
  'advance_invoice',
  'credit_note',
  'debit_note',
  'supplier_credit',
  ...Object.keys(orderKinds),
  ...Object.keys(goodsKinds),
]

/** The items of a paper as it prints them. Null for vouchers, statements and very long papers. */
export async function readPaperRows(context: Context, key: PaperKey): Promise<PaperRows | null> {
  if (!kindsWithItems.includes(key.kind.name)) return null
  const { columns, rows, totals } = await printSharedPaper(context, key)
  if (rows.length > rowsMaximum) return null
  // The number of the line says nothing where the lines are not a table.
  const isShown = (_: unknown, index: number) => index > 0
  return {
    columns: columns.filter(isShown).map(({ label, width }) => ({ label, is_name: width === 'share' })),
    rows: rows.map((cells) => cells.filter(isShown).map(textOf)),
    totals: totals.map(({ label, value, isGrand = false }) => ({ label, value, is_grand: isGrand })),
  }
}

const textOf = (cell: PdfCell) =>
  typeof cell === 'string' ? { text: cell, below: null } : { text: cell.text, below: cell.below ?? null }
