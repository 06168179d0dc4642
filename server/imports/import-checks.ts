import { importKindOf } from '#contract/imports/import-kinds.ts'
import type { ImportMapping } from '#contract/imports/imports.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { provenOrder, readDay } from '#server/reading/values/days.ts'
import { readFigure, readSided } from '#server/reading/values/figures.ts'
import { cellsReader } from './read-row.ts'
import { layoutOf, type StoredImport } from './stored-import.ts'

const lookedAt = 20_000
const summed = ['debit', 'credit', 'net_amount'] as const

/** What an accountant compares before anything is written: the sums of debit and credit, and how a day in doubt was read. */
export async function importChecks({ db }: Context, stored: StoredImport) {
  const none = { doubtful_day: null, sums: [] }
  if (stored.isPackage || stored.isWorking || !['mapped', 'checked'].includes(stored.state)) return none
  const { columns } = importKindOf(stored.kind)
  const days = columns.filter(({ type }) => type === 'day').map(({ key }) => key)
  const hasSums = columns.some(({ key }) => key === 'debit')
  if (days.length === 0 && !hasSums) return none
  const rows = await db
    .selectFrom('import_rows')
    .select(['row_number', 'cells', 'outcome'])
    .where('import_id', '=', stored.id)
    .orderBy('row_number')
    .limit(lookedAt)
    .execute()
  const read = cellsReader(layoutOf(stored))
  const records = rows
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ row_number, cells }) => read(row_number, cells as string[]))
    .filter(({ passed }) => passed === undefined)
    .map(({ cells }) => cells)
  // A part of the rows has no sum to compare.
  const isWhole = rows.length < lookedAt
  return {
    doubtful_day: doubtfulDay(records.flatMap((cells) => days.flatMap((key) => cells[key] ?? []))),
    sums: hasSums && isWhole ? sumsOf(stored, records) : [],
  }
}

/** A day as it is written and as either order reads it, if no day of the file proves which one is meant. */
function doubtfulDay(days: readonly string[]) {
  if (provenOrder(days) !== null) return null
  const written = days.find((day) => readDay(day, 'dmy') !== readDay(day, 'mdy'))
  return written === undefined
    ? null
    : { written, dmy: readDay(written, 'dmy') ?? '', mdy: readDay(written, 'mdy') ?? '' }
}

function sumsOf(stored: StoredImport, records: readonly Readonly<Record<string, string>>[]) {
  const { decimal_mark } = layoutOf(stored).options
  const isMapped = (key: string) =>
    (stored.mapping as ImportMapping).some(({ column, source }) => column === key && source >= 0)
  return summed.filter(isMapped).map((column) => {
    const figures = records.flatMap((cells) => {
      const cell = cells[column] ?? ''
      return (column === 'net_amount' ? readSided(cell, decimal_mark) : readFigure(cell, decimal_mark)) ?? []
    })
    return { column, amount: text(sum(figures.map((figure) => decimal(figure)))) }
  })
}
