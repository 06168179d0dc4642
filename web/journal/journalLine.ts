import { localName } from '../i18n/localName.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { figureOf } from '../ui/values/figureOf.ts'

/** The columns that are hidden by default. */
export const flaggedColumns = ['cost_center', 'customer', 'supplier'] as const
export type FlaggedColumn = (typeof flaggedColumns)[number]
type Referenced = `${FlaggedColumn | 'account'}_${'id' | 'name'}`

/** A line as the form holds it: figures are text, and each reference carries the name it is read by. */
export type JournalLine = Record<Referenced, string> & {
  account_number: string
  debit: string
  credit: string
  description: string
  /** Stored lines have one; a line without it begins in edit mode. */
  line_number?: number
}

export const emptyLine = (): JournalLine => ({
  account_id: '',
  account_number: '',
  account_name: '',
  cost_center_id: '',
  cost_center_name: '',
  customer_id: '',
  customer_name: '',
  supplier_id: '',
  supplier_name: '',
  debit: '',
  credit: '',
  description: '',
})

export function storedLine(line: Values): JournalLine {
  const texts = Object.keys(emptyLine()).map((name) => [name, String(line[name] ?? '')])
  const stored = Object.fromEntries(texts) as JournalLine
  const named = (of: FlaggedColumn | 'account') =>
    localName({ name: stored[`${of}_name`], name_en: (line[`${of}_name_en`] as string | null) ?? null })
  // A line has one side; the other is empty, as it was typed.
  const side = (amount: string) => (figureOf(amount).eq(0) ? '' : amount)
  return {
    ...stored,
    debit: side(stored.debit),
    credit: side(stored.credit),
    account_name: named('account'),
    cost_center_name: named('cost_center'),
    customer_name: named('customer'),
    supplier_name: named('supplier'),
    line_number: Number(line.line_number),
  }
}

/** The input of a line: a column that is not shown is ignored. */
export function sentLine(line: JournalLine, shown: ReadonlySet<FlaggedColumn>) {
  const reference = (column: FlaggedColumn) => (shown.has(column) ? line[`${column}_id`] : '')
  return {
    account_id: line.account_id || undefined,
    cost_center_id: reference('cost_center'),
    customer_id: reference('customer'),
    supplier_id: reference('supplier'),
    debit: line.debit || '0',
    credit: line.credit || '0',
    description: line.description,
  }
}

/** Which of the columns the stored lines already use. */
export const usedColumns = (lines: readonly JournalLine[]): ReadonlySet<FlaggedColumn> =>
  new Set(flaggedColumns.filter((column) => lines.some((line) => line[`${column}_id`] !== '')))

/** A line may leave edit mode with an account and an amount on one of its sides. */
export const isConfirmable = (line: JournalLine): boolean =>
  line.account_id !== '' && (figureOf(line.debit).gt(0) || figureOf(line.credit).gt(0))
