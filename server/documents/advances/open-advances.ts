import { sql } from 'kysely'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type AdvanceState, advanceStates } from './advance-states.ts'

type Row = AdvanceState & { tax_id: number; remaining_amount: string; own_net: string; own_tax: string }
type Query = { customer_id: number; invoice_id?: number | undefined }

/** A customer's remaining advances, oldest first. Deductions of this invoice count as remaining. */
export async function openAdvances({ db, session }: Context, { customer_id, invoice_id }: Query) {
  const organization = session.organization_id
  const { rows } = await sql<Row>`
    SELECT state.*, coalesce(own.net, 0) AS own_net, coalesce(own.tax, 0) AS own_tax FROM (${advanceStates(organization)}) AS state
    LEFT JOIN advance_deductions AS own ON own.organization_id = ${organization} AND own.advance_id = state.id AND own.is_posted
      AND own.invoice_id = ${invoice_id ?? 0}
    WHERE state.party_id = ${customer_id} AND state.state = 'posted' AND state.net - state.taken_net + coalesce(own.net, 0) > 0
    ORDER BY state.document_date, state.id LIMIT 50`.execute(db)
  return rows.map(({ id, number, document_date, tax_id, remaining_amount, ...row }) => ({
    id,
    number,
    date: document_date,
    tax_id,
    remaining_amount,
    net_left: text(decimal(row.net).minus(row.taken_net).plus(row.own_net)),
    tax_left: text(decimal(row.tax).minus(row.taken_tax).plus(row.own_tax)),
  }))
}
