import { headsJoint } from '#server/reading/head-rows.ts'
import { readDay, weekdays } from '#server/reading/values/days.ts'
import { readFigure, readSided } from '#server/reading/values/figures.ts'
import { isTotal } from '#server/reading/values/totals.ts'
import { foldWord } from '#server/reading/values/words.ts'
import type { CellIssue, CellRow } from './kinds/import-kind.ts'
import { choiceOf, type Layout, namedWidth } from './layout.ts'

/** Returns the code of the reason why a row is not a record: a total, repeated headings, or a lone text. */
export function passedReader(layout: Layout): (cells: readonly string[]) => string | undefined {
  const { columns, heads } = layout
  // Heads in two rows are repeated in two rows.
  const folded = heads.map((head) => new Set([head, ...head.split(headsJoint)].map(foldWord)))
  const isOfMoney = columns.some(({ type, isOfMaster }) => type === 'day' && !isOfMaster)
  const isWordlessSum = wordlessSums(layout)
  const isZero = zeroRows(layout)
  return (cells) => {
    const first = cells.findIndex((cell) => cell !== '')
    if (first < 0) return undefined
    const text = cells[first] as string
    const isSum = isTotal(text, isOfMoney)
    const others = cells.filter((cell, index) => index > first && cell !== '')
    if (others.length === 0 && namedWidth(heads) > 1 && isDayOfReport(text)) return 'import_text_row'
    // Most rows need no further check.
    if (!isSum && !isOfMoney && !folded[first]?.has(foldWord(text))) return undefined
    if (isSum && others.every((cell) => isTotal(cell) || readFigure(cell) !== null)) return 'import_total_row'
    if (isOfMoney && isWordlessSum(cells)) return 'import_total_row'
    if (others.length > 0 && cells.every((cell, index) => cell === '' || folded[index]?.has(foldWord(cell))))
      return 'import_head_row'
    if (isOfMoney && others.length === 0 && namedWidth(heads) > 3) return 'import_text_row'
    return isZero(cells) ? 'import_zero_row' : undefined
  }
}

/** The foot of a report: "Thursday, Nov 26, 2026 05:12 PM GMT+03:00 - Accrual basis". */
const isDayOfReport = (text: string): boolean =>
  /\p{L}|[/-]/u.test(text) && (weekdays.test(text) || readDay(text) !== null)

/** A total row without a label: it has figures only, and no price, and not just one of debit and credit. */
function wordlessSums({ columns, mapping }: Layout): (cells: readonly string[]) => boolean {
  const typeOf = new Map(columns.map(({ key, type }) => [key, type]))
  const used = mapping.filter(({ source }) => source >= 0)
  const worded = used.filter(({ column }) => typeOf.get(column) !== 'figure').map(({ source }) => source)
  const placeOf = (key: string) => used.find(({ column }) => column === key)?.source ?? -1
  const [price, debit, credit] = [placeOf('price'), placeOf('debit'), placeOf('credit')]
  return (cells) => {
    if (worded.some((source) => cells[source])) return false
    if (cells[price] || Boolean(cells[debit]) !== Boolean(cells[credit])) return false
    return cells.every((cell) => cell === '' || readFigure(cell) !== null)
  }
}

/** A row without an opening balance: an account without movements, or a paid invoice. */
function zeroRows({ columns, mapping, options }: Layout): (cells: readonly string[]) => boolean {
  if (!columns.some(({ key }) => key === 'opening_date')) return () => false
  const amounts = ['debit', 'credit', 'net_amount', 'amount', 'quantity']
  const sources = mapping.flatMap(({ column, source }) => (source >= 0 && amounts.includes(column) ? [source] : []))
  return (cells) => {
    const filled = sources.flatMap((source) => cells[source] || [])
    return filled.length > 0 && filled.every((cell) => readSided(cell, options.decimal_mark) === '0')
  }
}

/** Why the rows of a record are left out: the row is not a record, or the other program marks it as a draft or void. */
export function leftOutRows(layout: Layout, rows: readonly CellRow[]): CellIssue[] {
  const [first] = rows
  if (first?.passed !== undefined) return [{ row: first.number, column: null, code: first.passed }]
  const column = layout.columns.find(({ key, choices }) => key === 'status' && choices?.void)
  const state = column && choiceOf(column, first?.cells.status ?? '')
  if (state !== 'draft' && state !== 'void') return []
  return rows.map(({ number }) => ({ row: number, column: 'status', code: `import_${state}_left_out` }))
}
