import { sql } from 'kysely'
import type { NoteKind } from '#contract/documents/notes.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { type Numbering, type Series, seriesPrefixes, takeOver } from '#server/journal/posting/number-series.ts'

export const noteSeries = ({ name }: NoteKind, date: string): Series => ({
  kind: name,
  prefix: seriesPrefixes[name],
  date,
})

/**
 * Our own notes are numbered without gaps. A supplier's credit has the supplier's number if given; it was checked
 * already (`isNumberTaken`).
 */
export function noteNumber(
  context: Context,
  kind: NoteKind,
  { note_number, note_date }: { note_number?: string | null; note_date: string },
  isTaken: boolean,
): Numbering {
  if (!isTyped(context, kind, note_number)) {
    // Our own number comes from the series: a number that was sent is refused, not dropped.
    if (note_number) throw new Refusal('read_only_field', { field: 'note_number' })
    return noteSeries(kind, note_date)
  }
  if (isTaken) throw new Refusal('number_taken', { field: 'note_number' })
  if (context.keepsNumbers)
    sendWrites(context.db, takeOver(context, noteSeries(kind, note_date), note_number as string))
  return note_number as string
}

/** A supplier's number, or one of ours that an import brings. */
const isTyped = ({ keepsNumbers }: Context, { name }: NoteKind, given: string | null | undefined) =>
  Boolean(given) && (name === 'supplier_credit' || keepsNumbers === true)

/** Whether the supplier of a document gave us a credit of this number before, or we issued a note of it. */
export async function isNoteNumberTaken(
  context: Context,
  kind: NoteKind,
  documentId: number,
  given: string | null | undefined,
): Promise<boolean> {
  if (!isTyped(context, kind, given)) return false
  const taken = await context.db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', kind.name)
    .$if(kind.name === 'supplier_credit', (query) =>
      query.where('party_id', '=', (of) =>
        of.selectFrom('documents as own').select('own.party_id').where('own.id', '=', documentId),
      ),
    )
    .where(sql<boolean>`fold_digits(number) = fold_digits(${given as string})`)
    .where('state', '!=', 'void')
    .executeTakeFirst()
  return taken !== undefined
}
