import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isDraftNumber, isOfSeries, type Numbering, type Series, takeOver } from './number-series.ts'

type Wanted = {
  number: string
  proposed_number?: string | null | undefined
  field: string
  isTaken(number: string): Promise<boolean>
}

/**
 * The number of one of our documents when it is posted. Legal numbers are gapless, so every number of the series'
 * pattern is replaced by the next one: a form with a number that another user took meanwhile can still be saved. A
 * typed number that exists is refused; a foreign pattern is taken as typed if the organization allows it.
 */
export const resolveNumbering = async (context: Context, series: Series, wanted: Wanted): Promise<Numbering> =>
  (await isToBeTaken(context, series, wanted)) ? series : wanted.number

async function isToBeTaken(
  context: Context,
  series: Series,
  { number, proposed_number, field, isTaken }: Wanted,
): Promise<boolean> {
  if (proposed_number !== number && (await isTaken(number))) throw new Refusal('number_taken', { field })
  if (context.keepsNumbers && !isDraftNumber(number)) {
    await takeOver(context, series, number)
    return false
  }
  if (isOfSeries(series, number)) return true
  if (!context.session.organization.manual_numbers) throw new Refusal('number_not_in_series', { field })
  return false
}
