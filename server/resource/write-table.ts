import { stringify } from 'csv-stringify/sync'
import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { sumRanges } from './sum-formulas.ts'

export type Cell = string | number | null
export type Format = 'csv' | 'xlsx'
/** `plain` is what is neither added up nor a day: text, numbers as they are. */
export type CellKind = 'plain' | 'amount' | 'unit_amount' | 'percent' | 'date'
export type Table = {
  /** The title of the sheet, in the caller's language. */
  title: string
  columns: readonly { head: string; kind: CellKind }[]
  rows: readonly Cell[][]
  /** Lines above the head of the table, and a free one below them: a workbook is read by people. */
  above?: readonly string[]
  /** Lines below the last row, after a free one: what is to be known of the figures. */
  below?: readonly string[]
  /** Emphasised rows by position: headings, subtotals, totals. */
  strong?: ReadonlySet<number>
  /** The level of each row, from 1: a workbook folds what is below another row. */
  levels?: readonly number[]
  /** Decimals of its amounts: two unless they are in another currency. */
  decimals?: number
  /** Row by row, where each row has a currency of its own. */
  rowDecimals?: readonly number[]
}

/**
 * Tables as a file, each with its head first. CSV has the first alone, since programs read it; it opens in Excel with its Arabic intact (BOM), and nothing in it is a
 * formula: cells that begin like one are quoted away. XLSX cells are typed, so text stays text, figures are figures and
 * days are days; an Arabic sheet reads right to left; each table is a sheet of its own.
 */
export async function writeTables(
  { language }: Context,
  name: string,
  tables: readonly Table[],
  format: Format,
): Promise<AnswerFile> {
  if (format === 'csv') {
    const [first] = tables
    const lines = first ? [first.columns.map(({ head }) => head), ...written(first)] : []
    const cast = { object: (cell: Partial<Figure>) => ({ value: cell.figure ?? '', escape_formulas: false }) }
    const content = stringify(lines.map(guarded), { bom: true, escape_formulas: true, cast })
    return { name: `${name}.csv`, mimetype: 'text/csv; charset=utf-8', content: Buffer.from(content) }
  }
  // Loaded with the first workbook.
  const { rangeRef, writeXlsx } = await import('hucre/xlsx')
  const sheets = tables.map((table) => sheetOf(table, language === 'ar', rangeRef))
  const content = await writeXlsx({ sheets, namedRanges: sheets.map(repeatedHead) })
  return {
    name: `${name}.xlsx`,
    mimetype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: Buffer.from(content),
  }
}

type Figure = { figure: string }

/** Some programs end a cell at `;` or a quote, so the text after it starts a new cell. It is guarded like a formula at the start. */
const guarded = (row: readonly (Cell | Figure)[]) =>
  row.map((cell) => (typeof cell === 'string' && /^[\s;,|"']+[=+\-@]/.test(cell) ? `'${cell}` : cell))

/** Figures in plain text: amounts with every decimal of their currency, as accountants write them, and none cut off. */
function written(table: Table): (Cell | Figure)[][] {
  const places = (line: number, kind: CellKind | undefined) =>
    kind === 'amount' ? decimalsOf(table, line) : kind === 'unit_amount' ? unitDecimals : 0
  return table.rows.map((row, line) =>
    row.map((cell, index) =>
      typeof cell === 'number' ? { figure: padded(cell, places(line, table.columns[index]?.kind)) } : cell,
    ),
  )
}

function padded(figure: number, decimals: number): string {
  const exact = decimal(figure)
  return text(exact, Math.max(decimals, text(exact).split('.')[1]?.length ?? 0))
}

const decimalsOf = ({ decimals = 2, rowDecimals }: Table, line: number): number => rowDecimals?.[line] ?? decimals
const unitDecimals = 4

/**
 * On paper the heading repeats on every sheet. Its name is quoted, because Excel reports a file with an unquoted space
 * as damaged.
 */
function repeatedHead({ name, freezePane }: WriteSheet) {
  const head = freezePane?.rows ?? 1
  return { name: '_xlnm.Print_Titles', range: `'${name.replaceAll("'", "''")}'!$${head}:$${head}`, scope: name }
}

function sheetOf(table: Table, rightToLeft: boolean, rangeRef: RangeRef): WriteSheet {
  const { title, columns, rows, decimals = 2, above = [], below = [] } = table
  const lead = above.length > 0 ? [...above.map((line): CellValue[] => [line]), []] : []
  const formats = columns.map(({ kind }) => numberFormat(kind, decimals))
  const values = rows.map((row) => row.map((cell, index) => typed(cell, columns[index]?.kind)))
  const formulas = formulasOf(table, lead.length + 1, rangeRef)
  const heads = columns.map(({ head }): CellValue => head)
  const top = lead.length + 1
  const start = rightToLeft ? 'right' : 'left'
  const tail = below.length > 0 ? [[], ...below.map((line): CellValue[] => [line])] : []
  const end = top + values.length
  return {
    name: sheetName(title),
    rows: [...lead, heads, ...values, ...tail],
    cells: new Map<string, SheetCell>([
      ...lead.flatMap((row, line) =>
        row.map((value, index) => [`${line},${index}`, { value, style: { font: bold, ...towards(start) } }] as const),
      ),
      ...heads.map((value, index) => {
        const isFigure = figures.has(columns[index]?.kind ?? 'plain')
        return [
          `${lead.length},${index}`,
          { value, style: { font: bold, ...towards(isFigure ? 'right' : start) } },
        ] as const
      }),
      ...values.flatMap((row, line) =>
        row.flatMap((value, index) => {
          const ownDecimals = typeof value === 'number' && decimalsOf(table, line) !== decimals
          const numFmt = ownDecimals
            ? numberFormat(columns[index]?.kind ?? 'plain', decimalsOf(table, line))
            : formats[index]
          const style = styleOf(value, { isStrong: table.strong?.has(line), numFmt, ownDecimals, start })
          const formula = formulas.get(`${line},${index}`)
          if (!style && !formula) return []
          const sum = formula && { formula, formulaResult: value }
          return [[`${line + top},${index}`, { value: unindented(value), ...(style && { style }), ...sum }] as const]
        }),
      ),
      ...tail.flatMap((row, line) =>
        row.map((value, index) => [`${end + line},${index}`, { value, style: towards(start) }] as const),
      ),
    ]),
    columns: columns.map(({ head, kind }, index) => ({
      width: widthOf(head, values, index, above.length > 0 ? widestOfReports : widest),
      ...(formats[index] && { numFmt: formats[index] }),
      // By default a code of digits or Latin letters would be at the far end of its column.
      ...(rightToLeft && kind === 'plain' && { style: towards('right') }),
    })),
    ...outlineOf(table.levels ?? [], top),
    freezePane: { rows: top },
    view: { rightToLeft },
    headerFooter: { oddFooter: '&C&P / &N' },
    pageSetup: {
      paperSize: 'a4',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      orientation: columns.length > 7 ? 'landscape' : 'portrait',
    },
  } as WriteSheet
}

type RangeRef = typeof import('hucre/xlsx').rangeRef
type SheetCell = { value: CellValue; style?: CellStyle; formula?: string; formulaResult?: CellValue }

/** The sums of a table with levels, by row and column. A column that a reader sums with SUBTOTAL counts none of them twice. */
function formulasOf({ columns, rows, strong, levels }: Table, top: number, rangeRef: RangeRef): Map<string, string> {
  const found = new Map<string, string>()
  if (!levels) return found
  for (const [index, { kind }] of columns.entries()) {
    if (kind !== 'amount') continue
    const figures = rows.map((row, line) => {
      const cell = row[index]
      const figure = typeof cell === 'number' ? cell : null
      return { level: levels[line] ?? 1, isStrong: strong?.has(line) ?? false, figure }
    })
    for (const [line, { from, to }] of sumRanges(figures))
      found.set(`${line},${index}`, `SUBTOTAL(9,${rangeRef(from + top, index, to + top, index)})`)
  }
  return found
}

/** As many levels as a workbook has. */
const outlineLevels = 7

/** Rows below another one can be folded; that row is above them. */
function outlineOf(levels: readonly number[], top: number) {
  const rowDefs = new Map(
    levels.flatMap((level, line) =>
      level > 1 ? [[line + top, { outlineLevel: Math.min(level - 1, outlineLevels) }] as const] : [],
    ),
  )
  return rowDefs.size > 0 ? { rowDefs, outlineProperties: { summaryBelow: false } } : {}
}

/** The style of a cell in addition to the format of its column: emphasized rows are bold, and levels are indented. */
type CellStyleOptions = {
  isStrong: boolean | undefined
  numFmt: string | undefined
  /** The format is the row's and not that of its column. */
  ownDecimals: boolean
  /** Where the text of the sheet begins. */
  start: Edge
}
function styleOf(value: CellValue, { isStrong, numFmt, ownDecimals, start }: CellStyleOptions): CellStyle | null {
  const isText = typeof value === 'string'
  const indent = isText ? Math.floor((value.length - value.trimStart().length) / levelStep.length) : 0
  const readingOrder = isMixed(value) ? ('rtl' as const) : undefined
  if (!isStrong && !indent && !ownDecimals && !readingOrder) return null
  return {
    ...(isStrong && { font: bold }),
    ...((isStrong || ownDecimals) && numFmt && { numFmt }),
    ...(isText && { alignment: { horizontal: start, indent, ...(readingOrder && { readingOrder }) } }),
  }
}

type Edge = 'left' | 'right'
const towards = (horizontal: Edge): CellStyle => ({ alignment: { horizontal } })
/** Arabic words with a Latin code behind them: not every program reads such a cell from the right by itself. */
const isMixed = (value: CellValue) => typeof value === 'string' && /^\s*\p{Script=Arabic}.*[A-Za-z]/u.test(value)
const figures = new Set<CellKind>(['amount', 'unit_amount', 'percent'])

/** The maximum width of a column; in a report that of its longest names, which identify the figures. */
const [widest, widestOfReports] = [48, 72]

const unindented = (value: CellValue): CellValue => (typeof value === 'string' ? value.trimStart() : value)

/** A level of the rows in plain text. */
export const levelStep = '    '
const bold = { bold: true, name: 'Calibri', size: 11 }

function numberFormat(kind: CellKind, decimals: number): string | undefined {
  // Below zero in parentheses, as on the screen.
  const signed = (plain: string) => `${plain}_);(${plain})`
  if (kind === 'amount') return signed(decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0')
  if (kind === 'unit_amount') return `#,##0.${'0'.repeat(unitDecimals)}`
  if (kind === 'percent') return signed('0.0"%"')
  return kind === 'date' ? 'yyyy-mm-dd' : undefined
}

const typed = (cell: Cell, kind: CellKind | undefined): CellValue =>
  kind === 'date' && typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? new Date(`${cell}T00:00:00Z`) : cell

/** Valid sheet names in Excel: 31 characters, without address characters. A longer one is cut at a whole word. */
function sheetName(title: string): string {
  const name = title.replace(/[\\/?*[\]:]/g, ' ')
  return name.length > 31
    ? name
        .slice(0, 32)
        .replace(/\s+\S*$/, '')
        .slice(0, 31)
    : name
}

/** As wide as its content, within limits; measured on the first rows. */
function widthOf(head: string, rows: readonly CellValue[][], index: number, most: number): number {
  const lengths = rows.slice(0, 200).map((row) => {
    const cell = row[index]
    return cell instanceof Date ? 10 : typeof cell === 'number' ? 14 : String(cell ?? '').length
  })
  return Math.min(most, Math.max(10, head.length + 2, ...lengths.map((length) => length + 2)))
}
