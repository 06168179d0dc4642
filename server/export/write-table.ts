import { stringify } from 'csv-stringify/sync'
import type { Context } from '#server/kit/context.ts'
import type { AnswerFile } from '#server/kit/pipeline.ts'

export type Cell = string | number | null
export type Format = 'csv' | 'xlsx'

/**
 * A table as a file, its head first. CSV opens in Excel with its Arabic intact (BOM), and nothing in it is a formula:
 * cells that begin like one are quoted away. XLSX cells are typed, so text stays text; an Arabic sheet reads right to
 * left.
 */
export async function writeTable(
  { language }: Context,
  name: string,
  rows: Cell[][],
  format: Format,
): Promise<AnswerFile> {
  if (format === 'csv') {
    const content = stringify(rows, { bom: true, escape_formulas: true })
    return { name: `${name}.csv`, mimetype: 'text/csv; charset=utf-8', content: Buffer.from(content) }
  }
  // Loaded with the first workbook.
  const { writeXlsx } = await import('hucre/xlsx')
  const sheet = { name: name.slice(0, 31), rows, view: { rightToLeft: language === 'ar' } }
  const content = await writeXlsx({ sheets: [sheet] })
  return {
    name: `${name}.xlsx`,
    mimetype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: Buffer.from(content),
  }
}
