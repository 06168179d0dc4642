import type { SheetInput } from '#contract/reports/sheet.ts'

/**
 * A page of a sheet whose rows are parties or products, possibly thousands: rows are numbered from the first, and the
 * total of all is below each page.
 */
export function pageOfRows(sheet: SheetInput, after: string | undefined, limit: number): SheetInput {
  const last = sheet.rows.at(-1)
  const ends = last?.style === 'total' ? [last] : []
  const lines = ends.length > 0 ? sheet.rows.slice(0, -1) : sheet.rows
  const start = Number(after ?? 0)
  const end = start + limit
  return {
    ...sheet,
    rows: [...lines.slice(start, end), ...ends],
    next: end < lines.length ? String(end) : null,
  }
}
