import { sql } from 'kysely'
import { type Decimal, decimal, min, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { advanceStates } from './advance-states.ts'

type OpenAdvance = { id: number; tax_key: string; left: string }
type TaxBase = { tax_key: string; base: string }

/**
 * Proposes what advance invoices of some orders left, to the draft of an invoice of them: it is shown on the draft, and may be changed or taken off
 * there. What other drafts deduct is theirs.
 */
export async function proposeDeductions(context: Context, invoice: number, orders: readonly number[]): Promise<void> {
  const { db } = context
  const [advances, bases] = [await advancesOfOrders(context, invoice, orders), await taxBases(context, invoice)]
  const rows = proposedDeductions(advances, bases)
  if (rows.length === 0) return
  await db
    .insertInto('advance_deductions')
    .values(
      rows.map(({ advance_id, net }, index) => ({
        invoice_id: invoice,
        line_number: index + 1,
        advance_id,
        net: text(net),
      })),
    )
    .execute()
}

/** As much of each as the rows of its tax hold, in their order; never more than is left of it. */
export function proposedDeductions(
  advances: readonly OpenAdvance[],
  bases: readonly TaxBase[],
): { advance_id: number; net: Decimal }[] {
  const free = new Map(bases.map(({ tax_key, base }) => [tax_key, decimal(base)]))
  return advances.flatMap(({ id, tax_key, left }) => {
    const base = free.get(tax_key) ?? zero
    const net = min(decimal(left), base)
    if (net.lte(0)) return []
    free.set(tax_key, base.minus(net))
    return [{ advance_id: id, net }]
  })
}

/** The posted advances of the orders in the currency of the draft, the oldest first, with what neither notes nor other invoices took. */
async function advancesOfOrders(
  { db, session }: Context,
  invoice: number,
  orders: readonly number[],
): Promise<OpenAdvance[]> {
  const own = session.organization_id
  const { rows } = await sql<OpenAdvance>`
    SELECT state.id, state.tax_key, (state.net - state.taken_net - coalesce(drafted.net, 0))::text AS left
    FROM (${advanceStates(own)} AND advance.advance_order_id = ANY (${orders}::bigint[])) AS state
    JOIN documents AS draft ON draft.organization_id = ${own} AND draft.id = ${invoice} AND draft.party_id = state.party_id
      AND draft.currency_id = state.currency_id AND draft.document_date >= state.document_date
    LEFT JOIN LATERAL (SELECT sum(other.net) AS net FROM advance_deductions AS other
      JOIN documents AS holder ON holder.organization_id = ${own} AND holder.id = other.invoice_id AND holder.state = 'draft'
      WHERE other.organization_id = ${own} AND other.advance_id = state.id AND NOT other.is_posted) AS drafted ON true
    WHERE state.state = 'posted' ORDER BY state.document_date, state.id`.execute(db)
  return rows
}

const taxBases = async ({ db }: Context, invoice: number): Promise<TaxBase[]> =>
  db.selectFrom('document_taxes').select(['tax_key', 'base']).where('document_id', '=', invoice).execute()
