import { z } from 'zod'
import { maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

/** The result of a copy. */
export const copyStatus = z.object({
  copied_at: z.string(),
  is_copied: z.boolean(),
  /** When it was restored and compared; null: it could not be. */
  proved_at: maybeText,
  /** Invariants and trial balances that the restored copy does not hold. */
  differences: nullableInt,
  /** The last line of the program that failed. */
  said: maybeText,
})
export type CopyStatus = z.output<typeof copyStatus>

/** The copies of the installation: when they are made, and what became of the last one. */
export const copiesCall = defineCall({
  method: 'GET',
  path: '/copies',
  kind: 'item',
  labels: 'copy',
  admission: ['manage-security'],
  answer: z.object({
    /** The database is not ours: its own tools copy it. */
    is_external: z.boolean(),
    /** Whether any moment between two copies can be restored. */
    has_archive: z.boolean(),
    /** Whether scheduled copies open with a key only. */
    is_encrypted: z.boolean(),
    /** The standby that answers reports. `lag_seconds` is null while the primary answers them. */
    standby: nullable(z.object({ lag_seconds: nullableInt })),
    schedule: nullable(z.object({ at: z.string(), keep: z.int() })),
    last: nullable(copyStatus),
  }),
})
