import type { Side } from '#contract/sides.ts'
import { assignNumber } from '#server/journal/assign-number.ts'
import { type Series, seriesPrefixes } from '#server/journal/number-series.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import type { DocumentInput } from './neutral.ts'

export const invoiceSeries = (date: string): Series => ({ kind: 'invoice', prefix: seriesPrefixes.invoice, date })

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
