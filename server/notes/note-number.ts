import type { NoteKind } from '#contract/notes.ts'
import { type Series, seriesPrefixes, takeNumber } from '#server/journal/number-series.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

export const noteSeries = ({ name }: NoteKind, date: string): Series => ({
  kind: name,
  prefix: seriesPrefixes[name],
  date,
})

/** Our own notes are numbered without gaps; a supplier's credit carries his number where he gave one. */
export async function noteNumber(
  context: Context,
  kind: NoteKind,
  { note_number, note_date }: { note_number?: string | null; note_date: string },
  partyId: number,
): Promise<string> {
  if (kind.name !== 'supplier_credit' || !note_number) return takeNumber(context.db, noteSeries(kind, note_date))
  const taken = await context.db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', kind.name)
    .where('party_id', '=', partyId)
    .where('number', '=', note_number)
    .where('state', '!=', 'void')
    .executeTakeFirst()
  if (taken) throw new Refusal('number_taken', { field: 'note_number' })
  return note_number
}
