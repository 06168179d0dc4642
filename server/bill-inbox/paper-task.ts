// Runs in the process that reads files: the file of a supplier becomes the facts of a bill.
import type { TaskWork } from '#server/core/task.ts'
import { type ReadPaper, readSupplierPaper } from './read-paper.ts'

export type PaperInput = { data: Uint8Array; field: string }

export default (({ data, field }) => readSupplierPaper(data, field)) satisfies TaskWork<PaperInput, ReadPaper>
