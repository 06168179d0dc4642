import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

export type AdvanceState = {
  id: number
  number: string
  state: string
  party_id: number
  branch_id: number
  currency_id: number
  document_date: string
  tax_key: string
  net: string
  tax: string
  /** The part that earlier credit notes and invoices used. */
  taken_net: string
  taken_tax: string
}

/** Advance tax invoices with what is taken of them, locked in the order of their ids. */
export async function lockAdvances(
  { db, session }: Context,
  ids: readonly number[],
): Promise<Map<number, AdvanceState>> {
  if (ids.length === 0) return new Map()
  await db
    .selectFrom('documents')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('kind', '=', 'advance_invoice')
    .orderBy('id')
    .forUpdate()
    .execute()
  // Read under lock: deductions of another invoice are included.
  const { rows } = await sql<AdvanceState>`
    ${advanceStates(session.organization_id)} AND advance.id = ANY (${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Every advance with its figures; further conditions may follow. */
export const advanceStates = (organization: number) => sql`
  SELECT advance.id, advance.number, advance.state, advance.party_id, advance.branch_id, advance.currency_id, advance.document_date, advance.tax_id,
    advance.total - advance.settled AS remaining_amount, own.tax_key, own.base AS net, own.tax,
    coalesce(credited.net, 0) + coalesce(deducted.net, 0) AS taken_net, coalesce(credited.tax, 0) + coalesce(deducted.tax, 0) AS taken_tax
  FROM documents AS advance
  JOIN document_taxes AS own ON own.organization_id = ${organization} AND own.document_id = advance.id
  LEFT JOIN LATERAL (SELECT sum(note.net_base) AS net, sum(note.tax_base) AS tax FROM documents AS note
    WHERE note.organization_id = ${organization} AND note.reference_id = advance.id AND note.state = 'posted') AS credited ON true
  LEFT JOIN LATERAL (SELECT sum(taken.net) AS net, sum(taken.tax) AS tax FROM advance_deductions AS taken
    WHERE taken.organization_id = ${organization} AND taken.advance_id = advance.id AND taken.is_posted) AS deducted ON true
  WHERE advance.organization_id = ${organization} AND advance.kind = 'advance_invoice'`
