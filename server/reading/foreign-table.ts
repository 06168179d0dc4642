import type { Context } from '#server/core/context.ts'
import { taskAt } from '#server/core/task.ts'
import type { FileRow } from './file-row.ts'
import type { KnownColumn } from './guess-columns.ts'

/** Which sheet is read: the one of this name, the one that names most of these columns, or the first one that has a row. */
type ChooseSheet = { sheet: string } | { columns: readonly KnownColumn[] } | { filled: true }
export type TableInput = { data: Uint8Array; field: string; choose: ChooseSheet }
export type TableResult = {
  /** The names of the sheets that a user can choose. A text file has none. */
  sheets: string[]
  sheet: string | null
}
export type ForeignTable = TableResult & { rows(): Generator<FileRow> }

const tableTask = taskAt<TableInput, TableResult, Uint8Array>(new URL('./table-task.ts', import.meta.url))

/** A table that another process read. Its rows are outside of the heap until they are used. */
export async function readForeignTable(
  { services, session }: Pick<Context, 'services' | 'session'>,
  input: TableInput,
): Promise<ForeignTable> {
  const pages: Uint8Array[] = []
  const read = await services.files.read(session.organization_id, tableTask, input, (page) => void pages.push(page))
  return { ...read, rows: () => rowsOf(pages) }
}

function* rowsOf(pages: Uint8Array[]): Generator<FileRow> {
  const decoder = new TextDecoder()
  for (const page of pages) yield* JSON.parse(decoder.decode(page)) as FileRow[]
}
