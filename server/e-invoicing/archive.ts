import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { addMonths } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'

type Archived = {
  unit: string
  icv: number
  number: string
  attempt: number
  kind: string
  type_code: string
  audience: string
  issue_date: string
  issue_time: string
  uuid: string
  hash: string
  previous_hash: string
  state: string
  sent_at: Date | null
  answered_at: Date | null
  file_name: string
  xml: string
  cleared_xml: string | null
  answer: unknown
}
const columns = [
  'unit',
  'icv',
  'number',
  'attempt',
  'kind',
  'type_code',
  'audience',
  'issue_date',
  'issue_time',
  'uuid',
  'hash',
  'previous_hash',
  'state',
  'sent_at',
  'answered_at',
  'xml',
  'cleared_xml',
  'answer',
]
const months_max = 3

/** Everything of a period as it was sent and received, byte by byte, with an index: what an inspection asks for. */
export async function archive(
  { db, session }: Context,
  { from, to }: { from: string; to: string },
): Promise<AnswerFile> {
  if (to < from) throw new Refusal('range_reversed', { field: 'to' })
  if (to >= addMonths(from, months_max))
    throw new Refusal('period_too_long', { field: 'to', params: { maximum: months_max } })
  const { rows } = await sql<Archived>`
    SELECT unit.serial AS unit, document.* FROM e_documents AS document
    JOIN e_invoice_units AS unit ON unit.organization_id = ${session.organization_id} AND unit.id = document.unit_id
    WHERE document.organization_id = ${session.organization_id} AND document.issue_date BETWEEN ${from}::date AND ${to}::date
    ORDER BY document.unit_id, document.icv`.execute(db)
  return {
    name: `e-invoices-${from}-${to}.zip`,
    mimetype: 'application/zip',
    content: async () => zipSync(filesOf(rows), { level: 6 }),
  }
}

function filesOf(rows: readonly Archived[]): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  const index = rows.map((row) => {
    const folder = `${row.issue_date}/${String(row.icv).padStart(8, '0')}-${row.uuid}`
    const paths = {
      xml: `${folder}/${row.file_name}`,
      cleared_xml: row.cleared_xml === null ? '' : `${folder}/cleared/${row.file_name}`,
      answer: row.answer === null ? '' : `${folder}/answer.json`,
    }
    files[paths.xml] = strToU8(row.xml)
    if (row.cleared_xml !== null) files[paths.cleared_xml] = strToU8(row.cleared_xml)
    if (row.answer !== null) files[paths.answer] = strToU8(JSON.stringify(row.answer, null, 2))
    const instants = { sent_at: row.sent_at?.toISOString() ?? '', answered_at: row.answered_at?.toISOString() ?? '' }
    return { ...row, ...instants, ...paths }
  })
  files['index.csv'] = strToU8(stringify(index, { header: true, columns, bom: true }))
  return files
}
