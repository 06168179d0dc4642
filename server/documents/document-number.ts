import type { Side } from '#contract/sides.ts'
import { assignNumber } from '#server/journal/assign-number.ts'
import { isOfSeries, type Series, seriesPrefixes } from '#server/journal/number-series.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import type { DocumentInput } from './neutral.ts'

export const invoiceSeries = (date: string): Series => ({ kind: 'invoice', prefix: seriesPrefixes.invoice, date })

type Numbered = { id: number; number: string | null; draft_number: string | null }

/**
 * What a document is called. A draft has no number of the series yet: the one its form was opened with may meanwhile be
 * another invoice's, so it goes by its own id; a number somebody typed himself is shown.
 */
export function shownNumber({ id, number, draft_number }: Numbered): string {
  if (number !== null) return number
  const isTyped = draft_number !== null && !isOfSeries(invoiceSeries('0000-01-01'), draft_number)
  return isTyped ? draft_number : `DRAFT-${id}`
}

/** A supplier's number is his own and is taken as typed; ours come from the series. */
export function numberFor(
  context: Context,
  side: Side,
  input: DocumentInput,
  documentId: number | null,
): Promise<string> {
  if (side.document === 'bill') return Promise.resolve(input.number)
  const isTaken = (number: string) => isNumberTaken(context, side, number, documentId)
  return assignNumber(context, invoiceSeries(input.date), { ...input, field: side.numberField, isTaken })
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
