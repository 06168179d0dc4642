import { sql } from 'kysely'
import { decimal, max, sum, text, zero } from '#ledger/money.ts'
import { boughtRows } from '#server/assets/register-from-bill.ts'
import type { Context } from '#server/core/context.ts'
import { type Need, read } from '#server/core/needs.ts'
import type { PlannedMove } from '#server/stock/planned-stock.ts'

export const landedCostSource = 'landed_cost'

export type LandableRow = {
  line_number: number
  name: string
  name_en: string | null
  product_id: number
  account_id: number
  account: { id: number; number: string; name: string; name_en: string | null }
  cost_center_id: number | null
  /** In base currency, with the tax that is not deducted, less what notes took off. */
  amount: string
  /** What of it no goods bear yet. */
  left: string
}

/** The rows of a posted bill whose cost is an expense: goods may bear it instead. */
export async function landableRows(context: Context, id: number): Promise<LandableRow[]> {
  const { db } = context
  const [rows, expenses, lines, landed] = await Promise.all([
    boughtRows(context, id),
    db.selectFrom('accounts').select(['id', 'number', 'name', 'name_en']).where('class', '=', 'X').execute(),
    db.selectFrom('document_lines').select(['line_number', 'product_id']).where('document_id', '=', id).execute(),
    db
      .selectFrom('landed_costs')
      .select(['line_number', 'amount'])
      .where('bill_id', '=', id)
      .where('state', '=', 'posted')
      .execute(),
  ])
  const accounts = new Map(expenses.map((account) => [account.id, account]))
  const products = new Map(lines.map((line) => [line.line_number, line.product_id]))
  return rows.flatMap(({ line_number, name, name_en, account_id, cost_center_id, amount }) => {
    const account = account_id === null ? undefined : accounts.get(account_id)
    const product_id = products.get(line_number)
    if (!account || !product_id || decimal(amount).lte(0)) return []
    const borne = sum(landed.filter((one) => one.line_number === line_number).map((one) => one.amount))
    const left = text(max(decimal(amount).minus(borne), zero))
    const row = { line_number, name, name_en, product_id, account_id: account.id, account, cost_center_id, amount }
    return [{ ...row, left }]
  })
}

/** How many costs of a bill were ever spread: what tells their entries apart. */
export const landedCountOf = (bill: number): Need<number> =>
  read(async ({ db }) => {
    const { count } = await db
      .selectFrom('landed_costs')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('bill_id', '=', bill)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** Goods receipts, locked: none is taken back meanwhile. */
export const lockedReceipts = (ids: readonly number[]): Need<unknown> => ({
  lock: 'records',
  load: async ({ db }) => {
    if (ids.length === 0) return []
    return db
      .selectFrom('goods_notes')
      .select('id')
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate()
      .execute()
  },
})

/** What a landed cost moved, the other way, on its day. */
export const mirrorOfLanded = (landed_cost_id: number): Need<PlannedMove[]> =>
  read(async ({ db }) => {
    const rows = await db
      .selectFrom('stock_moves')
      .select(['product_id', 'move_date', 'quantity', 'value', 'line_number'])
      .where('landed_cost_id', '=', landed_cost_id)
      .where('kind', '!=', 'reversal')
      .orderBy('product_id')
      .orderBy('sequence')
      .execute()
    return rows.map(({ product_id, move_date: date, quantity, value, line_number }) => ({
      product_id,
      kind: 'reversal' as const,
      date,
      landed_cost_id,
      line_number,
      quantity: decimal(quantity).neg(),
      value: decimal(value).neg(),
    }))
  })

/** What is spread of a bill and what may be, as its page shows it. */
export async function showLandedCosts(context: Context, id: number) {
  const { db, session } = context
  const own = session.organization_id
  const rows = await landableRows(context, id)
  const { rows: landed } = await sql<Record<string, unknown>>`
    SELECT cost.id, cost.line_number, line.product_name AS name, line.product_name_en AS name_en, cost.cost_date AS date, cost.basis,
      cost.amount, entry.entry_number, (SELECT sum(stock_amount) FROM landed_cost_lines AS part
        WHERE part.organization_id = ${own} AND part.landed_cost_id = cost.id) AS stock_amount,
      (SELECT json_agg(json_build_object('bill_id', part.document_id, 'goods_receipt_id', part.goods_note_id,
          'number', coalesce(bill.number, note.number), 'line_number', part.source_line, 'product_id', product.id, 'code', product.code,
          'name', product.name, 'name_en', product.name_en, 'quantity', part.quantity::text, 'weight', part.weight::text,
          'amount', part.amount::text, 'stock_amount', part.stock_amount::text) ORDER BY part.line_number)
        FROM landed_cost_lines AS part
        JOIN products AS product ON product.organization_id = ${own} AND product.id = part.product_id
        LEFT JOIN documents AS bill ON bill.organization_id = ${own} AND bill.id = part.document_id
        LEFT JOIN goods_notes AS note ON note.organization_id = ${own} AND note.id = part.goods_note_id
        WHERE part.organization_id = ${own} AND part.landed_cost_id = cost.id) AS goods
    FROM landed_costs AS cost
    JOIN document_lines AS line ON line.organization_id = ${own} AND line.document_id = cost.bill_id AND line.line_number = cost.line_number
    JOIN journal_entries AS entry ON entry.organization_id = ${own} AND entry.id = cost.entry_id
    WHERE cost.organization_id = ${own} AND cost.bill_id = ${id}::bigint AND cost.state = 'posted' ORDER BY cost.id`.execute(
    db,
  )
  return {
    rows: rows
      .filter(({ left }) => !decimal(left).eq(0))
      .map(({ line_number, name, name_en, account, amount, left }) => ({
        line_number,
        name,
        name_en,
        account,
        amount,
        left,
      })),
    landed,
  }
}
