import { z } from 'zod'
import {
  boolean,
  choice,
  date,
  id,
  largeFile,
  optional,
  optionalRows,
  requiredFile,
  version,
} from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, maybeText, nullableInt } from '../fields/response-fields.ts'
import { textOf } from '../fields/text.ts'
import { listQuery } from '../kit/envelope.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { importKindNames, packageKind } from './import-kinds.ts'
import { importPermission } from './import-permission.ts'
import { importWordsAnswer } from './import-words.ts'

const labels = 'import'
const admission = [importPermission] as const
const path = '/imports'
const one = { path: `${path}/:id`, labels, params: idParams, admission } as const

export const importStates = ['mapped', 'checking', 'checked', 'committing', 'committed', 'undoing', 'undone'] as const
export const rowOutcomes = ['new', 'changed', 'skipped', 'refused'] as const
/** The handling of a row whose record exists already, or occurs earlier in the file. */
export const duplicateRules = ['skip', 'merge', 'refuse'] as const

/** Codes of what is said of a row that is not refused. */
export const importNotes = [
  ...([
    'import_total_row',
    'import_head_row',
    'import_text_row',
    'import_zero_row',
    'import_group_row',
    'import_draft_left_out',
    'import_void_left_out',
  ] as const),
  ...([
    'import_paid_before',
    'import_partly_paid',
    'import_own_rate',
    'import_rounded',
    'import_more_emails',
    'import_odd_tax_number',
    'import_odd_mobile',
    'import_duplicate_skipped',
    'import_twice_skipped',
  ] as const),
] as const

const place = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^-?[0-9]{1,3}$/)
      .transform(Number),
  ],
  { error: 'invalid_number' },
)
/**
 * The source of each of our columns: the position of a column of the file, from 0; -1 is none. `fixed` is for every row
 * with an empty cell.
 */
const mapping = z.array(z.object({ column: textOf(50), source: place, fixed: optional(textOf(200)) }))
/** A word of the file and the word of ours that it means. */
const values = z.array(z.object({ column: textOf(50), from: textOf(200), to: textOf(200) }))
const options = z.object({
  duplicates: choice(duplicateRules),
  day_order: choice(['dmy', 'mdy']),
  decimal_mark: choice(['.', ',']),
  /** Categories and units that are named and do not exist are made as well; of documents, the item of each account without one. */
  create_missing: boolean,
})
export type ImportOptions = z.output<typeof options>
export type ImportMapping = z.output<typeof mapping>
export type ImportValues = z.output<typeof values>

const storedKind = choice([...importKindNames, packageKind])
const row = z.object({
  id: z.int(),
  kind: storedKind,
  file_name: z.string(),
  state: choice(importStates),
  rows_total: z.int(),
  rows_done: z.int(),
  rows_new: z.int(),
  rows_changed: z.int(),
  rows_skipped: z.int(),
  rows_refused: z.int(),
  /** Records it created or changed that are unchanged since. */
  created_by: maybeText,
  created_at: instant,
  committed_at: z.union([instant, z.null()]),
  undone_at: z.union([instant, z.null()]),
  version: z.int(),
})
const record = row.extend({
  /** The sheet of the workbook that is read, and those that could be. A text file has none. */
  sheet: maybeText,
  sheets: z.array(z.string()),
  /** The row of the file that has the heads. */
  head_row: z.int(),
  heads: z.array(z.string()),
  /** The first rows, as the file has them. */
  sample: z.array(z.array(z.string())),
  columns: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.string(),
      is_required: z.boolean(),
      /** The meaning of an empty cell. */
      fallback: maybeText,
      /** An empty cell of the column is refused: the fallback is for files without it. */
      is_asked: z.boolean(),
      /** Unused columns of the file whose heads name it as well. */
      others: z.array(z.string()),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
  mapping: z.array(z.object({ column: z.string(), source: z.int(), fixed: maybeText })),
  values: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
  options: z.object({
    duplicates: z.string(),
    day_order: z.string(),
    decimal_mark: z.string(),
    create_missing: z.boolean(),
  }),
  /** The process that worked on it has stopped: nothing was written, it can be started again. */
  is_interrupted: z.boolean(),
  /** What the last run says of rows that it did not refuse: left out, or to be known. */
  notes: z.array(z.object({ code: z.enum(importNotes), rows: z.int() })),
  /** A day as it is written and as either order reads it, if no day of the file proves which one is meant. */
  doubtful_day: z.union([z.object({ written: z.string(), dmy: z.string(), mdy: z.string() }), z.null()]),
  /** Of entries and balances: the sum of each side, without rows that are left out. */
  sums: z.array(z.object({ column: z.string(), amount: wire })),
  /** Why the last run ended without doing what it was started for. */
  refusal: maybeText,
  /** A mapping saved for this layout was found again. */
  is_remembered: z.boolean(),
  /** The package it belongs to: it is imported and undone with the others. */
  package_id: nullableInt,
  /** Of a package: its files, in the order in which they come in. */
  parts: z.array(row),
})
export type ImportRecord = z.output<typeof record>
export type ImportListRow = z.output<typeof row>

const rowAnswer = z.object({
  row_number: z.int(),
  cells: z.array(z.string()),
  outcome: z.union([choice(rowOutcomes), z.null()]),
  /** Each reason with the column of ours it is about; null is the row as a whole. `source` is the cell. */
  issues: z.array(z.object({ column: maybeText, source: nullableInt, code: z.string(), message: z.string() })),
})
export type ImportRowAnswer = z.output<typeof rowAnswer>

export const importList = {
  search: ['file_name'],
  sort: ['created_at', 'file_name', 'kind', 'state'],
  order: '-created_at',
  filter: { kind: storedKind, state: choice(importStates) },
} as const

const act = (action: string) =>
  ({
    ...one,
    path: `${path}/:id/${action}`,
    method: 'POST',
    kind: 'action',
    body: z.object({ version }),
    answer: record,
  }) as const

export const receiptSubjects = ['balances', 'receivables', 'payables', 'stock'] as const
export type ReceiptSubject = (typeof receiptSubjects)[number]
const comparison = z.object({
  date: z.string(),
  of: z.enum(receiptSubjects),
  rows: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      name: z.string(),
      name_en: maybeText,
      theirs: wire,
      ours: wire,
      difference: wire,
    }),
  ),
  /** Accounts, parties or products of the file that we do not have. */
  unknown: z.array(z.object({ number: z.string(), name: z.string(), theirs: wire })),
  equal: z.int(),
  differing: z.int(),
})
export type BalanceComparison = z.output<typeof comparison>

export const importCalls = {
  list: defineCall({ method: 'GET', path, kind: 'list', admission, labels, query: listQuery(importList), answer: row }),
  /** An example of a file, with the heads of the language that asks. */
  template: defineCall({
    method: 'GET',
    path: `${path}/template`,
    kind: 'export',
    admission,
    labels,
    query: z.object({
      kind: choice(importKindNames),
      format: z.enum(['csv', 'xlsx'], { error: () => 'invalid_choice' }).default('xlsx'),
    }),
  }),
  /**
   * Everything of a kind, in the columns of its import, or of all kinds as a ZIP file with a file each. The books leave with it: a
   * confirmed person is needed.
   */
  export: defineCall({
    method: 'GET',
    path: `${path}/export`,
    kind: 'export',
    admission,
    labels,
    asks: 'confirmed',
    query: z.object({
      kind: storedKind,
      format: z.enum(['csv', 'xlsx'], { error: () => 'invalid_choice' }).default('xlsx'),
    }),
  }),
  /**
   * What the system before says against ours at the end of a day: its trial balance (debit less credit), what customers owe, what
   * suppliers are owed, or the value of the stock.
   */
  compare: defineCall({
    method: 'POST',
    path: `${path}/compare`,
    kind: 'action',
    admission,
    labels,
    body: z.object({ date, of: optional(choice(receiptSubjects)), balance_file: requiredFile }),
    answer: comparison,
  }),
  /** Reads a table of any format, or a ZIP file with one for each kind, and guesses its columns; nothing is made of it yet. */
  create: defineCall({
    method: 'POST',
    path,
    kind: 'create',
    admission,
    labels,
    body: z.object({ kind: storedKind, import_file: largeFile }),
    answer: record,
  }),
  read: defineCall({ ...one, method: 'GET', kind: 'item', answer: record }),
  rows: defineCall({
    ...one,
    path: `${path}/:id/rows`,
    method: 'GET',
    kind: 'list',
    query: listQuery({
      search: [],
      sort: ['row_number'],
      order: 'row_number',
      filter: { outcome: choice(rowOutcomes) },
    }),
    answer: rowAnswer,
  }),
  /** The words of the file that stand for words or records of ours, and what they mean. */
  words: defineCall({ ...one, path: `${path}/:id/words`, method: 'GET', kind: 'item', answer: importWordsAnswer }),
  /** The mapping of columns, remembered for files with the same heads. Missing fields keep their value. */
  map: defineCall({
    ...one,
    path: `${path}/:id/mapping`,
    method: 'POST',
    kind: 'action',
    body: z.object({
      mapping: optionalRows(mapping.max(100, 'too_many_rows')),
      values: optionalRows(values.max(1000, 'too_many_rows')),
      options: options.optional(),
      version,
    }),
    answer: record,
  }),
  /** Reads another sheet of the workbook instead. */
  chooseSheet: defineCall({
    ...one,
    path: `${path}/:id/sheet`,
    method: 'POST',
    kind: 'action',
    body: z.object({ sheet: textOf(200), version }),
    answer: record,
  }),
  /** Reads the file again with its heads in another row, one of the first 20. Heads merged above it are joined with it. */
  chooseHeads: defineCall({
    ...one,
    path: `${path}/:id/heads`,
    method: 'POST',
    kind: 'action',
    body: z.object({ head_row: id, version }),
    answer: record,
  }),
  /** Mends a row before it is imported. */
  mend: defineCall({
    ...one,
    path: `${path}/:id/rows/:row_number`,
    method: 'POST',
    kind: 'action',
    params: idParams.extend({ row_number: idParams.shape.id }),
    body: z.object({ cells: z.array(z.string().max(32_767, 'too_long')).max(200, 'too_many_rows') }),
    answer: rowAnswer,
  }),
  /** The dry run: every row through the rules of the screens, and nothing is written. */
  check: defineCall(act('check')),
  /** All rows in one transaction; if one is refused, none is written. */
  commit: defineCall(act('commit')),
  cancel: defineCall({ ...one, path: `${path}/:id/cancel`, method: 'POST', kind: 'action', answer: record }),
  /** Takes everything back that it made, unless something was built on it. */
  undo: defineCall(act('undo')),
  remove: defineCall({ ...one, method: 'DELETE', kind: 'delete' }),
}
/** As lists are drawn. */
export const imports = {
  name: labels,
  path,
  list: importList,
  row,
  permissions: { list: importPermission, create: importPermission, delete: importPermission },
  calls: { list: importCalls.list },
}
