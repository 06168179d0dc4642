import { holdsAny } from '#contract/access/permissions.ts'
import { type LabelledGoods, labelSourcePermissions } from '#contract/labels/product-labels.ts'
import { decimal, round } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'

/** `count`: absent where as many are printed as the call says. */
export type LabelledRow = { product_id: number; product_unit_id: number | null; count?: number }
type CameRow = {
  product_id: number
  product_unit_id: number | null
  quantity: string
  unit_quantity: string | null
}

/** What gets labels: products that are named, or what came with a receipt or a bill. */
export async function labelledRows(context: Context, goods: LabelledGoods): Promise<LabelledRow[]> {
  const { product_ids, product_unit_id = null, goods_receipt_id, bill_id } = goods
  if (product_ids) return [...new Set(product_ids)].map((product_id) => ({ product_id, product_unit_id }))
  const field = goods_receipt_id ? 'goods_receipt_id' : 'bill_id'
  if (!holdsAny(context.session.authority, [labelSourcePermissions[field]])) throw new Refusal('not_permitted')
  const came = goods_receipt_id
    ? await receivedRows(context, goods_receipt_id)
    : await billedRows(context, bill_id as number)
  if (came.length === 0) throw new Refusal('unknown_reference', { field })
  return countedRows(came, goods.count_in === 'own')
}

const receivedRows = ({ db, session }: Context, id: number): Promise<CameRow[]> =>
  db
    .selectFrom('goods_note_lines')
    .innerJoin('goods_notes', 'goods_notes.id', 'goods_note_lines.goods_note_id')
    .select(['product_id', 'product_unit_id', 'quantity', 'unit_quantity'])
    .where('goods_notes.id', '=', id)
    .where('goods_notes.kind', '=', 'goods_receipt')
    .where(isKept(session, 'goods_notes.place_id'))
    .orderBy('line_number')
    .execute()

const billedRows = ({ db }: Context, id: number): Promise<CameRow[]> =>
  db
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .innerJoin('products', 'products.id', 'document_lines.product_id')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .select([
      'document_lines.product_id',
      'document_lines.product_unit_id',
      'document_lines.quantity',
      'document_lines.unit_quantity',
    ])
    .where('documents.id', '=', id)
    .where('documents.kind', '=', 'bill')
    .where('product_types.key', '=', 'product')
    .orderBy('line_number')
    .execute()

/** Each unit of a product once, with how many of it came; a part of one gets a whole label. */
export function countedRows(came: readonly CameRow[], inOwnUnit: boolean): LabelledRow[] {
  const rows = new Map<string, LabelledRow & { count: number }>()
  for (const { product_id, product_unit_id, quantity, unit_quantity } of came) {
    const stated = inOwnUnit ? null : product_unit_id
    const count = wholeCount(stated === null ? quantity : (unit_quantity ?? quantity))
    const key = `${product_id} ${stated}`
    const before = rows.get(key)
    rows.set(key, { product_id, product_unit_id: stated, count: (before?.count ?? 0) + count })
  }
  return [...rows.values()]
}

function wholeCount(quantity: string): number {
  const whole = round(quantity, 0)
  return Number(whole.lt(decimal(quantity)) ? whole.plus(1) : whole)
}
