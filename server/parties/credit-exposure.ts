import { type RawBuilder, sql } from 'kysely'
import { type CreditParts, overLimit } from '#ledger/credit.ts'
import { type Numeric, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'

/** A customer with a limit that holds today, and what counts against it. `orderRows`: what a piece of asked rows of orders is worth. */
export type CreditExposure = CreditParts & { limit: string; orderRows: ReadonlyMap<number, string> }
type Limited = { credit_limit: string | null; credit_lifted_until: string | null }

/** The limit that holds today; null where there is none, or where it is lifted. */
export const limitToday = ({ credit_limit, credit_lifted_until }: Limited, today: string): string | null =>
  credit_lifted_until !== null && credit_lifted_until >= today ? null : credit_limit

/** What an act needs to know of the credit of a customer: he is locked, so that two acts never take the same rest. */
export function creditOf(
  context: Pick<Context, 'session'>,
  customer: number,
  rows: readonly number[] = [],
): Need<CreditExposure | null> {
  if (!context.session.organization.uses_credit_limits) return known(null)
  return { lock: 'records', load: (own) => lockedExposure(own, customer, rows) }
}

export async function lockedExposure(
  context: Context,
  customer: number,
  rows: readonly number[] = [],
): Promise<CreditExposure | null> {
  const party = await context.db
    .selectFrom('parties')
    .select(['credit_limit', 'credit_lifted_until'])
    .where('id', '=', customer)
    .where('kind', '=', 'customer')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const limit = party ? limitToday(party, context.today) : null
  if (limit === null) return null
  const [parts, orderRows] = await Promise.all([creditParts(context, customer), piecesOf(context, rows)])
  return { ...parts, limit, orderRows }
}

/** Refuses what would leave the customer above his limit. */
export function requireCredit(standing: CreditExposure | null, more: Numeric, field: string): void {
  if (!standing) return
  const found = overLimit(standing, standing.limit, more)
  if (!found) return
  const params = {
    limit: text(found.exposure.minus(found.over)),
    exposure: text(found.exposure),
    over: text(found.over),
  }
  throw new Refusal('credit_limit_exceeded', { field, params })
}

/** What counts against the limit of a customer today, in base currency. */
export async function creditParts({ db, session, today }: Context, customer: number): Promise<CreditParts> {
  const own = session.organization_id
  const onRoles = (...roles: string[]) => sql`coalesce((SELECT sum(line.debit - line.credit) FROM journal_lines AS line
    JOIN accounts AS account ON account.organization_id = ${own} AND account.id = line.account_id AND account.role = ANY (${roles}::text[])
    WHERE line.organization_id = ${own} AND line.party_kind = 'customer' AND line.party_id = ${customer}), 0)`
  const { rows } = await sql<CreditParts>`
    SELECT ${onRoles('AR', 'RETENTION_REC')}::text AS receivable, (-${onRoles('CUST_ADV')})::text AS advances,
      ${ordersOf(own, session.organization.currency_id, customer, today)}::text AS orders, ${chequesOf(own, customer)}::text AS cheques`.execute(
    db,
  )
  return rows[0] as CreditParts
}

const valueOfPiece = sql`(line.net::numeric + line.tax_share::numeric) / line.quantity::numeric`
/** No order is saved in a currency without a rate. */
const rateOf = (own: number, currency: number, today: string) => sql`
  CASE WHEN owner.currency_id = ${currency}::bigint THEN 1 ELSE (${exchangeRateOn(own, sql`owner.currency_id`, today)})::numeric END`

/** A draft took its rows of the order already; until it is posted they count as before. */
const ordersOf = (own: number, currency: number, customer: number, today: string): RawBuilder<unknown> => sql`
  round(coalesce((SELECT sum(part.pieces * ${valueOfPiece} * ${rateOf(own, currency, today)})
    FROM orders AS owner
    JOIN order_lines AS line ON line.organization_id = ${own} AND line.order_id = owner.id
    CROSS JOIN LATERAL (
      SELECT CASE owner.state WHEN 'confirmed' THEN line.quantity::numeric ELSE line.delivered::numeric END - line.taken::numeric - line.returned::numeric
        + coalesce((SELECT sum(link.quantity::numeric) FROM order_links AS link
          JOIN documents AS draft ON draft.organization_id = ${own} AND draft.id = link.document_id AND draft.state = 'draft'
          WHERE link.organization_id = ${own} AND link.order_line_id = line.id), 0) AS pieces) AS part
    WHERE owner.organization_id = ${own} AND owner.party_id = ${customer} AND owner.kind = 'sales_order' AND owner.state IN ('confirmed', 'closed')
      AND part.pieces > 0), 0), 4)`

/** Cheques reach the bank in the order in which they were received: what waits on their account is the newest of them. */
const chequesOf = (own: number, customer: number): RawBuilder<unknown> => sql`
  coalesce((SELECT sum(least(cheque.amount, greatest(waiting.balance - cheque.newer, 0))) FROM (
      SELECT payment.party_id, method.account_id, payment.amount_base::numeric - payment.withheld_base::numeric AS amount,
        coalesce(sum(payment.amount_base::numeric - payment.withheld_base::numeric) OVER (
          PARTITION BY method.account_id ORDER BY payment.payment_date DESC, payment.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
      FROM payments AS payment
      JOIN payment_methods AS method ON method.organization_id = ${own} AND method.id = payment.payment_method_id AND method.outgoing_account_id IS NOT NULL
      WHERE payment.organization_id = ${own} AND payment.kind = 'income' AND payment.state <> 'void') AS cheque
    CROSS JOIN LATERAL (SELECT coalesce(sum(balance.debit - balance.credit), 0) AS balance FROM monthly_balances AS balance
      WHERE balance.organization_id = ${own} AND balance.account_id = cheque.account_id) AS waiting
    WHERE cheque.party_id = ${customer}), 0)`

/** What a piece of each row of an order counts for. */
async function piecesOf(
  { db, session, today }: Context,
  rows: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map()
  const own = session.organization_id
  const { rows: found } = await sql<{ id: number; piece: string }>`
    SELECT line.id, (${valueOfPiece} * ${rateOf(own, session.organization.currency_id, today)})::text AS piece
    FROM order_lines AS line JOIN orders AS owner ON owner.organization_id = ${own} AND owner.id = line.order_id AND owner.kind = 'sales_order'
    WHERE line.organization_id = ${own} AND line.id = ANY (${rows}::bigint[])`.execute(db)
  return new Map(found.map(({ id, piece }) => [id, piece]))
}
