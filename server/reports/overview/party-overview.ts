import { type RawBuilder, sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Side } from '#contract/documents/sides.ts'
import { ages } from '#contract/reports/filters.ts'
import type { PartyOverview } from '#contract/reports/overviews.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import { priceInOwnUnit } from '#server/catalog/units/price-in-own-unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { retainedOfParties } from '#server/retentions/due-retentions.ts'
import { monthlyTrade, tradeKinds } from './monthly-trade.ts'
import { partyBalancesOf } from './party-balances.ts'

const itemsShown = 8
/** What is usually bought is found in so many of the latest documents. */
const documentsRead = 40
const productsShown = 6

/** The page of a customer or supplier: each part for the users who may read it elsewhere, all parts sent together. */
export async function showPartyOverview(
  context: Context,
  side: Side,
  id: number,
): Promise<Record<keyof PartyOverview, unknown>> {
  const may = (...keys: string[]) => holdsAny(context.session.authority, keys)
  const isSales = side.name === 'sales'
  const mayReadBalance = may(reportPermission(isSales ? 'aged_receivables' : 'aged_payables'))
  const mayList = may(`list-${side.entity}`)
  const kinds = [...new Set([...(mayList ? listedKinds(side) : []), ...(mayReadBalance ? side.openKinds : [])])]
  const scope = { side, id, kinds, mayPay: may(`list-${side.payment.replace('_', '-')}`) }
  const [party, balances, retained, open, latest, months, products] = await Promise.all([
    context.db
      .selectFrom('parties')
      .select('id')
      .where('kind', '=', side.party)
      .where('id', '=', id)
      .executeTakeFirst(),
    mayReadBalance ? partyBalancesOf(context, side, [id]) : [],
    mayReadBalance ? retainedOfParties(context, [id], context.today) : new Map<number, string>(),
    openItems(context, scope),
    latestItems(context, scope),
    may(reportPermission(isSales ? 'sales_by_customer' : 'purchases_by_supplier'))
      ? monthlyTrade(context, side, { party_id: id })
      : null,
    mayList ? usualProducts(context, side, id) : null,
  ])
  if (!party) throw new Refusal('not_found')
  const balance = balances[0]
  return {
    balance: balance && {
      ...balance,
      retained: retained.get(id) ?? '0',
      buckets: ages.map((age) => ({ age, amount: balance.byAge[age] })),
    },
    open,
    latest,
    months,
    products,
    last_activity: latest[0]?.date ?? null,
  }
}

/** What users who may list the documents of a side see of it. */
const listedKinds = (side: Side) =>
  side.name === 'sales'
    ? ['invoice', 'advance_invoice', 'credit_note', 'debit_note']
    : ['bill', 'supplier_credit', 'customs_declaration']

type Scope = { side: Side; id: number; kinds: readonly string[]; mayPay: boolean }
type Item = { kind: string; id: number; date: string }

const itemColumns = sql`kind, id, coalesce(number, draft_number, 'DRAFT-' || id) AS number, document_date AS date, due_date, status, total, currency_id`

/** One kind at a time by its index, so many of each: the first of them all are the answer. */
async function itemsOf(
  { db }: Context,
  parts: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): Promise<Item[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<Item>`
    SELECT item.kind, item.id, item.number, item.date, item.due_date, item.status, item.total, item.remaining,
      (SELECT json_build_object('code', code, 'decimals', decimals) FROM currencies WHERE id = item.currency_id) AS currency
    FROM (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` UNION ALL `,
    )}) AS item
    ORDER BY ${order} LIMIT ${itemsShown}`.execute(db)
  return rows
}

function openItems(context: Context, { side, id, kinds }: Scope): Promise<Item[]> {
  const own = sql`organization_id = ${context.session.organization_id}`
  const parts = side.openKinds
    .filter((kind) => kinds.includes(kind))
    .map(
      (kind) => sql`SELECT ${itemColumns}, total - settled AS remaining FROM documents
        WHERE ${own} AND kind = ${kind} AND party_id = ${id} AND state = 'posted' AND settled < total
        ORDER BY due_date LIMIT ${itemsShown}`,
    )
  return itemsOf(context, parts, sql`due_date, id`)
}

function latestItems(context: Context, { side, id, kinds, mayPay }: Scope): Promise<Item[]> {
  const own = sql`organization_id = ${context.session.organization_id}`
  const documents = kinds.map(
    (kind) => sql`SELECT ${itemColumns}, CASE state WHEN 'posted' THEN total - settled END AS remaining FROM documents
      WHERE ${own} AND party_id = ${id} AND kind = ${kind} AND status <> 'void' ORDER BY document_date DESC, id DESC LIMIT ${itemsShown}`,
  )
  const payments = sql`
    SELECT ${side.payment}, id, number, payment_date, NULL::date, state, amount, currency_id, amount - allocated - refunded FROM payments
    WHERE ${own} AND party_id = ${id} AND kind = ${side.name === 'sales' ? 'income' : 'expense'} AND state = 'posted'
    ORDER BY payment_date DESC, id DESC LIMIT ${itemsShown}`
  return itemsOf(context, mayPay ? [...documents, payments] : documents, sql`date DESC, id DESC`)
}

/** What the latest documents are mostly about, with the last price of each. */
async function usualProducts({ db, session }: Context, side: Side, id: number) {
  const own = sql`organization_id = ${session.organization_id}`
  const kinds = tradeKinds[side.name].adds
  const latest = sql.join(
    kinds.map(
      (
        kind,
      ) => sql`(SELECT id, document_date, currency_id FROM documents WHERE ${own} AND party_id = ${id} AND kind = ${kind}
        AND status NOT IN ('draft', 'void') ORDER BY document_date DESC, id DESC LIMIT ${documentsRead})`,
    ),
    sql` UNION ALL `,
  )
  const { rows } = await sql`
    WITH latest AS MATERIALIZED (${latest}),
    usual AS MATERIALIZED (
      SELECT line.product_id, count(DISTINCT latest.id)::integer AS times, sum(line.quantity) AS quantity,
        (array_agg(line.price ORDER BY latest.document_date DESC, latest.id DESC))[1] AS last_price,
        (array_agg(latest.currency_id ORDER BY latest.document_date DESC, latest.id DESC))[1] AS currency_id,
        max(latest.document_date) AS last_date
      FROM latest CROSS JOIN LATERAL (SELECT product_id, quantity, ${priceInOwnUnit} AS price FROM document_lines WHERE ${own} AND document_id = latest.id OFFSET 0) AS line
      GROUP BY line.product_id ORDER BY times DESC, last_date DESC, line.product_id LIMIT ${productsShown})
    SELECT product.id, product.name, product.name_en, usual.times, usual.quantity, usual.last_price, usual.last_date,
      (SELECT json_build_object('code', code, 'decimals', decimals) FROM currencies WHERE id = usual.currency_id) AS last_currency
    FROM usual CROSS JOIN LATERAL (SELECT id, name, name_en FROM products WHERE ${own} AND id = usual.product_id OFFSET 0) AS product
    ORDER BY usual.times DESC, usual.last_date DESC, product.id`.execute(db)
  return rows
}
