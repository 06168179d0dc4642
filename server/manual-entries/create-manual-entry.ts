import type { Context } from '#server/core/context.ts'
import { saveDraftEntry } from './draft-entry.ts'
import type { ManualInput } from './manual-entry-input.ts'
import { saveManualEntry } from './save-manual-entry.ts'

/** A new entry: posted, or put aside as a draft where its input says so. Answers its id. */
export const createManualEntry = (context: Context, input: ManualInput): Promise<number> =>
  input.status === 'draft' ? saveDraftEntry(context, null, input) : saveManualEntry(context, null, input)
