import type { z } from 'zod'
import type { Call } from '#contract/kit/resource.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import type { Answer } from '#server/http/pipeline.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { type CellKind, type Format, writeTables } from './write-table.ts'

/** A list that leaves as a file, where it has the call. */
export type ExportedResource = {
  name: string
  row: z.ZodType
  exported?: { columns: readonly string[] } | undefined
  calls: { export?: Call }
}

export const exportMaximum = 50_000
type Row = Record<string, unknown>

/** Rows of a list as a file, as shown on the screen. */
export async function exportRows(
  context: Context,
  resource: ExportedResource,
  { data }: Answer,
  format: Format,
): Promise<AnswerFile> {
  const columns = resource.exported?.columns ?? []
  const rows = (data as unknown[]).map((row) => resource.row.parse(row) as Row)
  const { words } = context.services
  const table = {
    title: words.title(context.language, resource.name),
    columns: columns.map((column) => ({
      head: words.label(context.language, resource.name, column),
      kind: kindOf(column),
    })),
    decimals: context.session.organization.decimals,
    rowDecimals: rows.map(
      ({ currency }) =>
        (currency as { decimals: number } | undefined)?.decimals ?? context.session.organization.decimals,
    ),
    rows: rows.map((row) => columns.map((column) => cellOf(context, resource.name, column, row[column]))),
  }
  return writeTables(context, `${resource.name}-${context.today}`, [table], format)
}

const amounts = new Set([
  'subtotal',
  'tax',
  'total',
  'paid_amount',
  'remaining_amount',
  'deducted',
  'amount',
  'sale_price',
  'customs_value',
  'duty',
  'vat_base',
  'vat',
  'open_total',
  'cost',
  'residual',
  'accumulated',
  'book_value',
])

function kindOf(column: string): CellKind {
  if (/_(date|at|on|until)$/.test(column)) return 'date'
  return amounts.has(column) ? 'amount' : 'plain'
}

/** References by their name, statuses in words, currencies by code; figures stay figures. */
function cellOf(
  { language, services }: Context,
  resource: string,
  column: string,
  value: unknown,
): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (typeof value === 'object')
    return nameOf(value as { name?: string; name_en?: string | null; code?: string }, column, language)
  return column.endsWith('_at')
    ? dayInRiyadh(new Date(String(value)))
    : services.words.choice(language, resource, column, String(value))
}

function nameOf(
  value: { name?: string; name_en?: string | null; code?: string },
  column: string,
  language: string,
): string {
  if (column === 'currency') return value.code ?? ''
  return (language === 'en' && value.name_en) || value.name || ''
}
