import type { documents } from '#contract/documents/document-calls.ts'
import type { RecordOf } from '../api/resource.ts'

/** An invoice or a bill, as its page reads it. */
export type RetainingDocument = RecordOf<(typeof documents)['invoice']>
