import { sql } from 'kysely'
import type { NoteKind } from '#contract/documents/notes.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Series, seriesPrefixes } from '#server/journal/posting/number-series.ts'
import { NextNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'

export const noteSeries = ({ name }: NoteKind, date: string): Series => ({
  kind: name,
  prefix: seriesPrefixes[name],
  date,
})

/**
 * Our own notes are numbered without gaps. A supplier's credit has the supplier's number if given. `isTaken`: what is known of
 * that one (`isNoteNumberTaken`).
 */
export function noteNumber(
  caller: Caller,
  plan: Plan,
  kind: NoteKind,
  { note_number, note_date }: { note_number?: string | null; note_date: string },
  isTaken: boolean,
): string | NextNumber {
  const series = noteSeries(kind, note_date)
  if (!isTyped(caller, kind, note_number)) {
    // Our own number comes from the series: a number that was sent is refused, not dropped.
    if (note_number) throw new Refusal('read_only_field', { field: 'note_number' })
    return new NextNumber(series)
  }
  if (isTaken) throw new Refusal('number_taken', { field: 'note_number' })
  if (caller.keepsNumbers) plan.takeOver(series, note_number as string)
  return note_number as string
}

/** A supplier's number, or one of ours that an import brings. */
const isTyped = (
  { keepsNumbers }: Pick<Context, 'keepsNumbers'>,
  { name }: NoteKind,
  given: string | null | undefined,
) => Boolean(given) && (name === 'supplier_credit' || keepsNumbers === true)

/** Whether the supplier of a document gave us a credit of this number before, or we issued a note of it. */
export const isNoteNumberTaken = (
  kind: NoteKind,
  documentId: number,
  given: string | null | undefined,
): Need<boolean> => ({
  load: async (context) => {
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
  },
})
