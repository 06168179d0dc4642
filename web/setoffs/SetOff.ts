import type { z } from 'zod'
import type { setOffs } from '#contract/documents/set-offs.ts'

export type SetOff = z.output<typeof setOffs.record>
