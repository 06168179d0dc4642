import { z } from 'zod'
import { Refusal } from '#server/core/refusal.ts'
import type { DayBalances } from '../receipt/month-ends.ts'

/** The name of the file of balances in a package, after its number. */
export const monthEndsName = 'month-ends.json'

const balance = z.string().regex(/^-?\d{1,20}(\.\d{1,10})?$/)
const file = z
  .array(z.object({ day: z.iso.date(), balances: z.record(z.string().min(1).max(50), balance) }))
  .max(1200)
  .refine((days) => new Set(days.map(({ day }) => day)).size === days.length)

/** Balances of all days together: those of ten years of a large chart. */
const balancesMaximum = 200_000

export const monthEndsText = (days: readonly DayBalances[]): string => JSON.stringify(days, null, 1)

/** A file that is none is refused: a comparison with a part of the balances would say too much. */
export function readMonthEnds(data: Uint8Array, field: string): DayBalances[] {
  const read = file.safeParse(parsed(data))
  const size = read.data?.reduce((sum, { balances }) => sum + Object.keys(balances).length, 0) ?? 0
  if (!read.success || size > balancesMaximum)
    throw new Refusal('package_month_ends', { field, params: { name: monthEndsName } })
  return read.data.toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data))
  } catch {
    return undefined
  }
}
