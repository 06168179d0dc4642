import { Refusal } from '#server/core/refusal.ts'
import { isDraftNumber, isOfSeries, type Series } from '#server/journal/posting/number-series.ts'
import { NextNumber } from './placeholders.ts'
import type { Caller, Plan } from './plan.ts'

type NumberRequest = { number: string; proposed_number?: string | null | undefined; field: string; isTaken: boolean }

/**
 * The number of one of our documents when it is posted. Legal numbers are gapless, so every number of the series'
 * pattern is replaced by the next one: a form with a number that another user took meanwhile can still be saved. A
 * typed number that exists is refused; a foreign pattern is taken as typed if the organization allows it.
 */
export function decideNumber(
  { session, keepsNumbers }: Caller,
  plan: Plan,
  series: Series,
  { number, proposed_number, field, isTaken }: NumberRequest,
): string | NextNumber {
  if (proposed_number !== number && isTaken) throw new Refusal('number_taken', { field })
  if (keepsNumbers && !isDraftNumber(number)) {
    plan.takeOver(series, number)
    return number
  }
  if (isOfSeries(series, number)) return new NextNumber(series)
  if (!session.organization.manual_numbers) throw new Refusal('number_not_in_series', { field })
  return number
}
