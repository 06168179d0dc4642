import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { resolveNumbering } from '#server/journal/posting/assign-number.ts'
import { isOfSeries, type Numbering, type Series, seriesPrefixes } from '#server/journal/posting/number-series.ts'
import type { DocumentInput } from './document-input.ts'

type OwnDocument = Exclude<Side['document'], 'bill'>
/** The series of what we issue: invoices and advance invoices each have their own. */
export const documentSeries = (document: OwnDocument, date: string): Series => ({
  kind: document,
  prefix: seriesPrefixes[document],
  date,
})

type Numbered = { id: number; number: string | null; draft_number: string | null; kind: string }

/**
 * The displayed number of a document. A draft has no number of its series yet: the number its form proposed may be
 * taken by another invoice meanwhile, so its own id is shown. A number that the user typed is shown as typed.
 */
export function shownNumber({ id, number, draft_number, kind }: Numbered): string {
  if (number !== null) return number
  const series = documentSeries(kind === 'advance_invoice' ? kind : 'invoice', '0000-01-01')
  const isTyped = draft_number !== null && !isOfSeries(series, draft_number)
  return isTyped ? draft_number : `DRAFT-${id}`
}

/** A supplier's number is accepted as typed. Our numbers come from the series. */
export function numberFor(
  context: Context,
  side: Side,
  input: DocumentInput,
  documentId: number | null,
): Promise<Numbering> {
  if (side.document === 'bill') return Promise.resolve(input.number)
  const isTaken = (number: string) => isNumberTaken(context, side, number, documentId)
  return resolveNumbering(context, documentSeries(side.document, input.date), {
    ...input,
    field: side.numberField,
    isTaken,
  })
}

export async function requireFreeNumber(
  context: Context,
  side: Side,
  number: string,
  documentId: number | null,
): Promise<void> {
  if (await isNumberTaken(context, side, number, documentId))
    throw new Refusal('number_taken', { field: side.numberField })
}

async function isNumberTaken({ db }: Context, side: Side, number: string, documentId: number | null): Promise<boolean> {
  const taken = await db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', side.document)
    .where('number', '=', number)
    .where('id', '!=', documentId ?? 0)
    .executeTakeFirst()
  return taken !== undefined
}
