import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { importPermission } from './import-permission.ts'

/**
 * `equal` is said only where every account has the package's balance at the end of every month, and nothing waits to be posted.
 * `none`: the package carries no balances. `not_imported`: its records are not, or no longer, here.
 */
export const monthEndStates = ['equal', 'differing', 'waiting', 'none', 'not_imported'] as const
/** Rows of the answer; `differing` counts all. */
export const monthEndRows = 500

const answer = z.object({
  state: z.enum(monthEndStates),
  /** How many days were compared, and the last of them. */
  days: z.int(),
  through: maybeText,
  /** Parts of deferred rows that are still to be posted, and those that were refused. */
  waiting: z.int(),
  failed: z.int(),
  differing: z.int(),
  rows: z.array(
    z.object({
      date: z.string(),
      number: z.string(),
      name: maybeText,
      name_en: maybeText,
      theirs: wire,
      ours: wire,
      difference: wire,
    }),
  ),
})
export type MonthEnds = z.output<typeof answer>

/** The receipt of a package: its balances at the ends of months against ours, as they are now. */
export const monthEndsCall = defineCall({
  method: 'GET',
  path: '/imports/:id/month-ends',
  kind: 'item',
  labels: 'import',
  admission: [importPermission],
  params: idParams,
  answer,
})
