import { memoOf } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { spreadNames } from '#contract/documents/spread-fields.ts'
import type { Audience } from '#contract/e-invoice/model.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storedLots } from '#server/stock/lots/row-lots.ts'
import type { DocumentInput } from './document-input.ts'
import { storedRetention } from './retention/retention-terms.ts'

/** A stored document as the input that would make it again. */
export async function storedInput({ db }: Context, side: Side, id: number): Promise<DocumentInput> {
  const [row, items, advances] = await Promise.all([rowOf(db, side, id), itemsOf(db, id), advancesOf(db, id)])
  if (!row) throw new Refusal('not_found')
  return {
    number: row.number ?? row.draft_number ?? '',
    // A draft's number was a peek at the time; by now another document may have it.
    proposed_number: row.number ?? row.draft_number,
    date: row.document_date,
    due_date: row.due_date,
    party_id: row.party_id,
    branch_id: row.branch_id,
    place_id: row.place_id,
    currency_id: row.currency_id,
    tax_id: row.tax_id,
    ...(row.has_own_rate && { exchange_rate: row.exchange_rate, total_base: row.total_base }),
    ...memoOf(row),
    ...storedRetention(row),
    audience: row.audience as Audience | null,
    prices_include_tax: row.prices_include_tax,
    discount_amount: row.discount_amount,
    discount_percent: row.discount_percent,
    status: undefined,
    items,
    advances,
    version: undefined,
  }
}

const rowOf = (db: Context['db'], side: Side, id: number) =>
  db.selectFrom('documents').selectAll().where('id', '=', id).where('kind', '=', side.document).executeTakeFirst()

const itemsOf = async (db: Context['db'], id: number) =>
  (await linesOf(db, id)).map(({ lots, ...line }) => ({ ...line, lots: storedLots(lots) }))

const linesOf = (db: Context['db'], id: number) =>
  db
    .selectFrom('document_lines')
    .select(['product_id', 'product_name', 'quantity', 'price', 'tax_rate', 'cost_center_id'])
    .select(['tax_id', 'discount_amount', 'discount_percent', 'order_line_id', 'goods_line_id', ...spreadNames])
    .select(['difference_reason', 'difference_accepted_by', 'product_unit_id', 'unit_quantity', 'unit_content', 'lots'])
    // The amounts of the rows, stored with a revision: reports as recorded at an earlier time read them there.
    .select(['net_base', 'tax_share', 'tax_base', 'cost_base'])
    .where('document_id', '=', id)
    .orderBy('line_number')
    .execute()

const advancesOf = (db: Context['db'], id: number) =>
  db
    .selectFrom('advance_deductions')
    .select(['advance_id', 'net as amount'])
    .where('invoice_id', '=', id)
    .orderBy('line_number')
    .execute()
