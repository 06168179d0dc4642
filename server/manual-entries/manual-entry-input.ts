import type { z } from 'zod'
import type { journalEntries } from '#contract/journal.ts'

export type ManualInput = z.output<typeof journalEntries.input>
