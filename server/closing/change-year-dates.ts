import type { z } from 'zod'
import type { financialYears } from '#contract/years.ts'
import type { Context } from '#server/core/context.ts'
import { readYear, updateYear } from '#server/years/save-year.ts'
import { postPendingAutoReversals } from './auto-reversal.ts'

/** A year that is open and now holds a day it did not hold takes what waited for that day, as one that opens does. */
export async function moveYear(
  context: Context,
  id: number,
  input: z.output<typeof financialYears.input>,
): Promise<void> {
  await updateYear(context, id, input)
  const year = await readYear(context, id)
  if (year.status === 'open' || year.status === 'under_review') await postPendingAutoReversals(context, year)
}
