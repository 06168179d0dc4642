import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

type CellRow = { cells: Readonly<Record<string, string>> }
type Party = (cell: string) => number | undefined
type DocumentLookup = {
  /** The kinds of documents that a number may name. */
  kinds: readonly string[]
  /** The columns with document numbers. Several numbers in one cell are separated by `;`. */
  columns: readonly string[]
  /** The columns that name the party of the document. Two suppliers may use the same number. */
  parties?: readonly { column: string; find: Party }[]
}
export type NamedDocument = { id: number; kind: string; party_id: number; number: string }

/** The posted documents whose numbers are in the rows of one record. Looked up for each record, as an earlier record of the run may have made them. */
export function namedDocuments({ kinds, columns, parties = [] }: DocumentLookup) {
  let found: NamedDocument[] = []
  const prepare = async ({ db }: Context, rows: readonly CellRow[]): Promise<void> => {
    const numbers = [...new Set(rows.flatMap(({ cells }) => columns.flatMap((column) => numbersIn(cells[column]))))]
    const owners = new Set(
      rows.flatMap(({ cells }) =>
        parties.flatMap(({ column, find }) => (cells[column] ? [find(cells[column] as string)] : [])),
      ),
    )
    found = []
    if (numbers.length === 0) return
    const rowsFound = await db
      .selectFrom('documents')
      .select(['id', 'kind', 'party_id', sql<string>`number`.as('number')])
      .where('kind', 'in', [...kinds])
      .where('number', 'in', numbers)
      .where('state', '=', 'posted')
      .execute()
    found = owners.size === 0 ? rowsFound : rowsFound.filter(({ party_id }) => owners.has(party_id))
  }
  /** The document with this number. Undefined if two documents have it. */
  const find = (cell: string, of: readonly string[] = kinds): number | undefined => {
    const named = found.filter(({ number, kind }) => number === cell.trim() && of.includes(kind))
    return named.length === 1 ? named[0]?.id : undefined
  }
  const kindOf = (id: number) => found.find((one) => one.id === id)?.kind
  return { prepare, find, kindOf }
}

export const numbersIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(';')
    .map((one) => one.split('=')[0]?.trim() ?? '')
    .filter((one) => one !== '')
