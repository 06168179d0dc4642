import { stringify } from 'csv-stringify/sync'
import { writeXlsx } from 'hucre/xlsx'
import type { Resource } from '#contract/kit/resource.ts'
import type { Context } from '#server/kit/context.ts'
import type { Answer, AnswerFile } from '#server/kit/pipeline.ts'

export const exportMaximum = 50_000
type Row = Record<string, unknown>
type Format = 'csv' | 'xlsx'

/**
 * Rows of a list as a file. CSV opens in Excel with its Arabic intact (BOM), and nothing in it is a formula: cells
 * that begin like one are quoted away. XLSX cells are typed, so text stays text; an Arabic sheet reads right to left.
 */
export async function exportRows(
  context: Context,
  resource: Resource,
  { data }: Answer,
  format: Format,
): Promise<AnswerFile> {
  const columns = resource.exported?.columns ?? []
  const rows = (data as unknown[]).map((row) => resource.row.parse(row) as Row)
  const headers = columns.map((column) => context.services.words.label(context.language, resource.name, column))
  const cells = rows.map((row) => columns.map((column) => cellOf(context, column, row[column])))
  const name = `${resource.name}-${context.today}.${format}`
  if (format === 'csv') {
    const content = stringify([headers, ...cells], { bom: true, escape_formulas: true })
    return { name, mimetype: 'text/csv; charset=utf-8', content: Buffer.from(content) }
  }
  const sheet = {
    name: resource.name.slice(0, 31),
    rows: [headers, ...cells],
    view: { rightToLeft: context.language === 'ar' },
  }
  const content = await writeXlsx({ sheets: [sheet] })
  return {
    name,
    mimetype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: Buffer.from(content),
  }
}

/** References by their name, statuses in words, currencies by code; figures stay figures. */
function cellOf({ language, services }: Context, column: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'object')
    return nameOf(value as { name?: string; name_en?: string | null; code?: string }, column, language)
  if (column === 'status' || column === 'type')
    return services.words.say(language, [`common:statuses.${value}`, `parties:types.${value}`], {
      defaultValue: String(value),
    })
  return column.endsWith('_at') ? String(value).slice(0, 10) : String(value)
}

function nameOf(
  value: { name?: string; name_en?: string | null; code?: string },
  column: string,
  language: string,
): string {
  if (column === 'currency') return value.code ?? ''
  return (language === 'en' && value.name_en) || value.name || ''
}
