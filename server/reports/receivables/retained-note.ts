import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { SheetInput } from '#contract/reports/sheet.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { retainedAt } from '#server/retentions/due-retentions.ts'

/** What is retained of the documents of a side, or of one party, at the end of a day: it is no part of what is open. */
export async function retainedNote(
  { db, session }: Context,
  side: Side,
  to: string,
  party: { id: number } | null = null,
): Promise<SheetInput['notes']> {
  const own = session.organization_id
  const ofParty = party ? sql`AND document.party_id = ${party.id}` : sql``
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(held.amount), 0)::text AS amount FROM (${retainedAt(own, to)}) AS held
    JOIN documents AS document ON document.organization_id = ${own} AND document.id = held.document_id AND document.kind = ${side.document} ${ofParty}`.execute(
    db,
  )
  const amount = decimal(rows[0]?.amount ?? 0)
  if (amount.eq(0)) return []
  return [
    { word: `notes.retained_${side.name}`, params: { amount: formatNumber(amount, session.organization.decimals) } },
  ]
}
