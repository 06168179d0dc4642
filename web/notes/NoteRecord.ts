import type { creditNotes } from '#contract/documents/notes.ts'
import type { Resource } from '#contract/kit/resource.ts'
import type { RecordOf } from '../api/resource.ts'

export type NoteRecord = Omit<RecordOf<Resource>, never> & ReturnType<typeof creditNotes.record.parse>
