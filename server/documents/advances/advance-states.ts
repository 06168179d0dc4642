import { sql } from 'kysely'
import { decimal, sum, text } from '#ledger/money.ts'
import { known, type Need, read } from '#server/core/needs.ts'

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

export type AdvanceStates = ReadonlyMap<number, AdvanceState>

/** Advance tax invoices with what is taken of them; they are locked as documents. */
export const advancesOf = (ids: readonly number[]): Need<AdvanceStates> =>
  ids.length === 0
    ? known(new Map())
    : read(async ({ db, session }) => {
        const { rows } = await sql<AdvanceState>`
          ${advanceStates(session.organization_id)} AND advance.id = ANY (${[...new Set(ids)]}::bigint[])`.execute(db)
        return new Map(rows.map((row) => [row.id, row]))
      })

/** The same once an invoice has given back what it took. */
export const givenBack = (advances: AdvanceStates, rows: readonly { advance_id: number; net: string; tax: string }[]) =>
  new Map(
    [...advances].map(([id, state]) => {
      const own = rows.filter(({ advance_id }) => advance_id === id)
      const taken_net = text(decimal(state.taken_net).minus(sum(own.map(({ net }) => net))))
      const taken_tax = text(decimal(state.taken_tax).minus(sum(own.map(({ tax }) => tax))))
      return [id, { ...state, taken_net, taken_tax }] as const
    }),
  )

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
