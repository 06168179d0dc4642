import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { expectedOn } from '#ledger/forecast/forecast.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { retainedAt } from '#server/retentions/due-retentions.ts'
import type { ForecastDays, ForecastRow } from './forecast-row.ts'

type Row = {
  document_id: number
  number: string
  party: string
  party_en: string | null
  due: string
  amount: string
}

/** What is retained of invoices and bills, on its day of release; what is released on an event has no day. */
export async function retentionRows(context: Context, side: Side, { of, end }: ForecastDays): Promise<ForecastRow[]> {
  const own = context.session.organization_id
  const { rows } = await sql<Row>`
    SELECT document.id AS document_id, document.number, party.name AS party, party.name_en AS party_en,
      document.retention_release_date AS due, held.amount::text AS amount
    FROM (${retainedAt(own, of)}) AS held
    JOIN documents AS document ON document.organization_id = ${own} AND document.id = held.document_id AND document.kind = ${side.document}
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    WHERE document.retention_release_date <= ${end}::date ORDER BY document.retention_release_date, document.id`.execute(
    context.db,
  )
  return rows.map((row) => ({
    source: side.name === 'sales' ? 'receivables' : 'payables',
    key: `retention:${row.document_id}`,
    amount: decimal(row.amount),
    due: row.due,
    day: expectedOn(row.due, 0, of),
    label: { word: 'records.retention', code: row.number },
    party: { name: row.party, name_en: row.party_en },
    link: { to: side.document, query: { id: row.document_id } },
  }))
}
