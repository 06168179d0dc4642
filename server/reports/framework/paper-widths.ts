import type { PdfCell, PdfTable } from '#server/pdf/paper.ts'

/** What A4 leaves between its margins, in millimetres (server/pdf/paper.typ). */
const room = { upright: 178, landscape: 273 }
/** So much of a row remains for the name. */
const nameShare = 0.35
/** Letters of a further text, which may have several lines. */
const textLength = 10
/** In points: the usual size of letters in a table, and the least that can be read. */
const [usual, least] = [8.5, 5.5]
/** The width of a digit of the usual size, and of the blank at both sides of a cell, in millimetres. */
const [digit, blank] = [1.75, 4]

/** Whether tables need a landscape sheet, and the size of their letters, so that names have a third of the width. */
export function sizeFor(tables: readonly PdfTable[]): { is_landscape: boolean; sizes: { size: number }[] } {
  const needs = tables.map(widthOfFigures)
  const is_landscape = needs.some((need) => need > room.upright * (1 - nameShare))
  const free = (is_landscape ? room.landscape : room.upright) * (1 - nameShare)
  return {
    is_landscape,
    sizes: needs.map((need) => ({ size: Math.min(usual, Math.max(least, (usual * free) / need)) })),
  }
}

/** What the columns other than the name take in the usual size. */
function widthOfFigures({ columns, rows }: PdfTable): number {
  const name = columns.findIndex(({ width: kind }) => kind === 'share')
  let width = 0
  for (const [index, { label, width: kind }] of columns.entries()) {
    if (index === name) continue
    let longest = longestWord(label.ar)
    for (const row of rows) longest = Math.max(longest, lengthOf(row[index]))
    width += (kind === 'content' ? longest : Math.min(longest, textLength)) * digit + blank
  }
  return Math.max(width, 1)
}

const longestWord = (text: string): number => Math.max(...text.split(' ').map(({ length }) => length))

const lengthOf = (cell: PdfCell | undefined): number =>
  cell === undefined ? 0 : typeof cell === 'string' ? cell.length : cell.text.length
