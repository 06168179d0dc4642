import { sql } from 'kysely'
import { sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import { settlementsOf } from '#server/journal/item-settlements.ts'
import { type OpeningList, openingLists } from './opening-documents.ts'

/** Later than any day of the books: the whole balance of opening equity. */
const endOfTime = '2100-12-31'

/** The complete opening, as its form shows it. */
export async function readOpening(context: Context) {
  const { db } = context
  const head = await db.selectFrom('opening_balances').selectAll().executeTakeFirst()
  const closed = await db.selectFrom('financial_years').select('id').where('status', '=', 'closed').executeTakeFirst()
  return {
    opening_date: head?.opening_date ?? null,
    branch_id: head?.branch_id ?? null,
    version: head?.version ?? 0,
    is_fixed: closed !== undefined,
    lines: await linesOf(context),
    receivables: await dueOf(context, 'receivables'),
    payables: await dueOf(context, 'payables'),
    customer_credits: await itemsOf(context, 'customer_credits'),
    supplier_credits: await itemsOf(context, 'supplier_credits'),
    stock: await stockOf(context),
    ...(await equityAt(context, endOfTime)),
    clearings: await db
      .selectFrom('opening_clearings')
      .selectAll()
      .select('state as status')
      .orderBy('id', 'desc')
      .execute(),
  }
}

/** Credit less debit of opening equity at the end of a day. */
export async function equityAt(context: Context, day: string): Promise<{ equity: string }> {
  const rows = await sumRole(context, day, 'OPEN_EQ')
  return { equity: text(sum(rows.map((row) => row.balance)).neg()) }
}

const linesOf = ({ db }: Context) =>
  db
    .selectFrom('opening_lines as line')
    .innerJoin('accounts', 'accounts.id', 'line.account_id')
    .selectAll('line')
    .select(['accounts.number as account_number', 'accounts.name', 'accounts.name_en'])
    .orderBy('line.line_number')
    .execute()

/** Amounts due, with what settled each. */
async function dueOf(context: Context, list: 'receivables' | 'payables') {
  const items = await itemsOf(context, list)
  const { kind } = openingLists[list]
  const settlements = await settlementsOf(context, sql<boolean>`item.kind = ${kind} AND item.settled > 0`)
  return items.map((item) => ({ ...item, settled_by: settlements.filter(({ item_id }) => item_id === item.id) }))
}

async function itemsOf({ db }: Context, list: OpeningList) {
  const { kind, side } = openingLists[list]
  const rows = await db
    .selectFrom('documents')
    .innerJoin('parties', 'parties.id', 'documents.party_id')
    .select(['documents.id', 'documents.number', 'documents.due_date', 'documents.currency_id', 'documents.party_id'])
    .select(['documents.exchange_rate', 'documents.total as amount', 'documents.settled'])
    .select(['parties.name', 'parties.name_en'])
    .where('documents.kind', '=', kind)
    .where('documents.state', '=', 'posted')
    .orderBy('documents.id')
    .execute()
  return rows.map((row) => ({ ...row, [side.partyField]: row.party_id }))
}

const stockOf = ({ db }: Context) =>
  db
    .selectFrom('opening_stock')
    .innerJoin('products', 'products.id', 'opening_stock.product_id')
    .selectAll('opening_stock')
    .select(['products.code', 'products.name', 'products.name_en'])
    .orderBy('products.code')
    .execute()
