import type { Sheet } from '#contract/reports/sheet.ts'

type Row = Sheet['rows'][number]

/** A group of at most this many rows is on one sheet of paper. */
const together = 12

/** The printed form, in which nothing opens or scrolls. */
export function printedSheet(sheet: Sheet): Sheet {
  return { ...sheet, columns: printedColumns(sheet), rows: rowsNamed(sheet) }
}

/** A column in which no row says anything only takes the room of the others. */
function printedColumns({ columns, rows }: Sheet): Sheet['columns'] {
  const isSaid = ({ key, kind }: Sheet['columns'][number]) =>
    kind !== 'text' || rows.some(({ texts }) => texts[key] !== null && texts[key] !== undefined && texts[key] !== '')
  return columns.filter(isSaid)
}

/** Rows that do not end a sheet: each of a short group but its last. */
export function keptWithNext(rows: readonly Row[]): ReadonlySet<string> {
  const short = groupsOf(rows).filter((group) => group.length <= together)
  return new Set(short.flatMap((group) => group.slice(0, -1).map(({ key }) => key)))
}

/** A long group continues on the next sheet: each of its rows names the group in the first column if that is empty. */
function rowsNamed({ columns, rows }: Sheet): Row[] {
  const [first] = columns
  if (first?.kind !== 'code') return rows
  const named = groupsOf(rows)
    .filter((group) => group.length > together)
    .flatMap(([head, ...lines]) => lines.map(({ key }) => [key, head?.texts[first.key]] as const))
  const names = new Map(named)
  return rows.map((row) => {
    const name = row.texts[first.key] ? null : names.get(row.key)
    return name ? { ...row, texts: { ...row.texts, [first.key]: name } } : row
  })
}

/** Each row of a group with the lines that follow it. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  let open: Row[] | null = null
  for (const row of rows) {
    if (row.style === 'group') {
      open = [row]
      groups.push(open)
    } else if (row.style === 'line') open?.push(row)
    else open = null
  }
  return groups
}
