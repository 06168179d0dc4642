import type { Sheet } from '#contract/reports/sheet.ts'

type Column = Sheet['columns'][number]

/** More columns than this do not fit on a portrait sheet of A4. */
export const widest = 8

/** The width of a letter on paper, in pixels: hardly any name is wider. */
const letter = 5.4

/** The width of a column on paper, in pixels: for long figures and names, not the longest. */
const paperWidths: Record<Column['kind'], number> = {
  label: 170,
  text: 120,
  code: 70,
  date: 72,
  amount: 84,
  unit_amount: 84,
  quantity: 70,
  percent: 56,
  count: 50,
}
const besideFigures = new Set<Column['kind']>(['label', 'text', 'code', 'date'])

/** As custom properties: how small a table is on paper, and what room a column of figures has at least. */
export function paperSizes(columns: readonly Column[], longestName: number): Record<string, string | number> {
  return { '--paper-zoom': paperZoom(columns), '--paper-figure': `${figureRoom(columns, longestName)}px` }
}

const sheetWidth = (columns: readonly Column[]) => (columns.length > widest ? 1020 : 690)

/** Scaled so that all columns fit on A4, landscape for many: none may be cut off. */
function paperZoom(columns: readonly Column[]): number {
  const width = columns.reduce((sum, { kind }) => sum + paperWidths[kind], 0)
  return Math.min(1, sheetWidth(columns) / width)
}

/** Names come first; figures share the rest so that their headings fit on one line. */
function figureRoom(columns: readonly Column[], longestName: number): number {
  const figures = columns.filter(({ kind }) => !besideFigures.has(kind))
  const named = columns.filter(({ kind }) => besideFigures.has(kind))
  const widthOf = ({ kind }: Column) =>
    kind === 'label' ? Math.max(paperWidths.label, longestName * letter) : paperWidths[kind]
  const rest = sheetWidth(columns) - named.reduce((sum, column) => sum + widthOf(column), 0)
  return Math.round(Math.min(96, Math.max(60, rest / figures.length)))
}
