import type { z } from 'zod'
import type { openingInput } from '#contract/opening.ts'
import type { Period } from '#server/journal/periods.ts'

/** The sent parts: a list that is not named stays as stored. */
export type OpeningAsked = z.output<typeof openingInput>
export const openingParts = [
  'lines',
  'receivables',
  'payables',
  'customer_credits',
  'supplier_credits',
  'stock',
] as const
type OpeningList = (typeof openingParts)[number]
/** The whole opening as it will be. */
export type OpeningInput = OpeningAsked & { [Key in OpeningList]-?: NonNullable<OpeningAsked[Key]> }

/** The common data of every part of the opening, now and before. */
export type Opening = { date: string; branch_id: number; period: Period; revision: number }

export type Before = (Opening & { entry_id: number | null }) | null

/** Whether the whole opening moved to another date or branch, so that every part is reposted. */
export const hasChangedDateOrBranch = (now: Opening, before: Before): boolean =>
  before !== null && (before.date !== now.date || before.branch_id !== now.branch_id)
