import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

/** How each party usually pays: so many days after what is due, and due so many days after the document. */
export type Habits = {
  late(party: number): number
  terms(party: number): number
}
/** Habits change: the documents before these say nothing about the next one. */
const documentsOfParty = 12

/** The median of each party's latest documents that payments settled through a day; who never paid is on time. */
export async function habitsOf({ db, session }: Context, of: string, parties: readonly number[]): Promise<Habits> {
  const own = session.organization_id
  const { rows } = await sql<{ party_id: number; late: number; terms: number }>`
    SELECT party.id AS party_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY paid.late) AS late,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY paid.terms) AS terms
    FROM unnest(${parties}::bigint[]) AS party (id)
    CROSS JOIN LATERAL (
      SELECT document.last_settled_on - document.due_date AS late, document.due_date - document.document_date AS terms FROM documents AS document
      WHERE document.organization_id = ${own} AND document.party_id = party.id AND document.kind IN ('invoice', 'bill') AND document.state = 'posted'
        AND document.settled = document.total AND document.credited < document.total AND document.total > 0
        AND document.document_date <= ${of}::date AND document.last_settled_on <= ${of}::date
      ORDER BY document.document_date DESC, document.id DESC LIMIT ${documentsOfParty}) AS paid
    GROUP BY party.id`.execute(db)
  const byParty = new Map(rows.map((row) => [row.party_id, row]))
  return {
    late: (party) => byParty.get(party)?.late ?? 0,
    terms: (party) => byParty.get(party)?.terms ?? 0,
  }
}
