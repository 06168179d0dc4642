import { sql } from 'kysely'
import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { type Format, writeTables } from '#server/resource/write-table.ts'
import { kindQueries } from './export/queries.ts'
import { requireKind } from './stored-import.ts'

const rowsMaximum = 200_000

/** All records of a kind in the columns of its import, so that an export can be imported. */
export async function exportKind(context: Context, kind: ImportKindName, format: Format): Promise<AnswerFile> {
  requireKind(context, kind, 'export')
  const { language, services } = context
  const { columns, labels } = importKindOf(kind)
  const rows = await rowsOfKind(context, kind, rowsMaximum + 1)
  if (rows.length > rowsMaximum) throw new Refusal('too_many_to_export', { params: { maximum: rowsMaximum } })
  const table = {
    title: services.words.say(language, `imports:kinds.${kind}`),
    columns: columns.map(({ key }) => ({ head: services.words.label(language, labels, key), kind: 'plain' as const })),
    rows: rows.map((row) => columns.map(({ key }) => cellOf(row[key]))),
  }
  return writeTables(context, `mizan-${kind}-${context.today}`, [table], format)
}

export async function rowsOfKind({ db, session }: Context, kind: ImportKindName, most: number) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM (${kindQueries[kind](session.organization_id)}) AS exported LIMIT ${most}`.execute(db)
  return rows
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
