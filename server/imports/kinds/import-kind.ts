import type { z } from 'zod'
import type { ImportOptions } from '#contract/imports/imports.ts'
import type { Context } from '#server/core/context.ts'

/** The cells of a row as our columns name them; an empty cell is missing. */
export type Cells = Readonly<Record<string, string>>
/** A row of the file with its number there. `passed` is why it is no record: a total, the heads again. */
export type CellRow = { number: number; cells: Cells; passed?: string }
/** Why a row is refused, on one of our columns, or as a whole. */
export type CellIssue = { row: number; column: string | null; code: string; params?: Record<string, string | number> }
export type Made = { resource: string; id: number; before: unknown }
export type ImportBody = Record<string, unknown>
/** What the file says of a record: its rows as they were read, and where to write what the user should know of it. */
export type FileSide = {
  rows: readonly ImportBody[]
  note(column: string, code: string, params?: Record<string, string | number>): void
}

/** The look-ups of a kind for one run: names to ids. Records created by the run are added. */
export type ImportBook = {
  /** The id, or the canonical word, that a cell of a reference means. */
  resolve: Readonly<Record<string, (text: string) => number | string | undefined>>
  /** Why a row of these cells is no record, as the records of the organisation tell. */
  passes?(cells: Cells): string | undefined
  /** The stored record that a body is a duplicate of. */
  match(body: ImportBody): number | 'pending' | undefined
  /** The record is known from here on; it is `pending` until it is made. */
  add(body: ImportBody, id: number | 'pending'): void
  /** Records added since the last of both was written, or rolled back. */
  keep(): void
  drop(): void
  /** Looks up what the cells of a record name and the book has not loaded, before its cells are read. */
  prepare?(context: Context, rows: readonly CellRow[]): Promise<void>
  /** Puts cells in order that hold more than their column takes, with a note on what was left. */
  tidy?(row: CellRow): { row: CellRow; notes: CellIssue[] }
  /** Makes the body of the call from read cells. Default: the cells of the first row. */
  bodyOf?(rows: readonly ImportBody[]): ImportBody
  /** Creates records that a row names and that do not exist. Answers them. */
  createMissing?(context: Context, row: CellRow, options: ImportOptions): Promise<Made[]>
  create(context: Context, body: never, file: FileSide): Promise<Made[]>
  /** Puts rows into the order in which they can be written. Only of kinds with few rows. */
  arrange?(rows: CellRow[]): CellRow[]
  /** What the words of a column can mean. Default: anything that resolves. */
  choices?: Readonly<Record<string, readonly { value: string; label: string }[]>>
  /** Merges what the cells say into a stored record. */
  update?(context: Context, id: number, body: ImportBody): Promise<Made[]>
}

/** How the rows of a kind become records, by the rules that the calls of the API use. */
export type ImportRules = {
  schema: z.ZodType
  /** Rows with equal cells here are one record. An empty cell continues the record above. */
  groupBy?: readonly string[]
  /** The list of the body that holds the rows of a group. */
  rowsOf?: string
  /**
   * How the records of a file are written, many of them below one savepoint: together, as none refers to another;
   * in their order; each alone below a savepoint of its own, as its rule reads what the one before wrote; or all rows as one
   * record.
   */
  order: 'together' | 'ordered' | 'alone' | 'whole'
  /** Many post entries, and their rules read no balances but those of branches: those of a savepoint are written at its end. */
  sumsLast?: true
  /** What it changed is undone with other records of its package: it is not undone alone. */
  undoneWithPackage?: true
  open(context: Context, readRows: () => AsyncIterable<CellRow>): Promise<ImportBook>
  /** Takes a record back, or back to what it was before. */
  undo(context: Context, made: Made): Promise<void>
}
