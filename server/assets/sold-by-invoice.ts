import { sql } from 'kysely'
import type { z } from 'zod'
import type { invoiceAssetCalls } from '#contract/assets/asset-work.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { disposeAsset } from './dispose-asset.ts'

type Body = z.output<typeof invoiceAssetCalls.dispose.body>

/** The assets that a posted invoice sold, and those that may be sold by what it posted to disposal accounts and no asset took yet. */
export async function soldByInvoice({ db, session }: Context, id: number) {
  const own = session.organization_id
  const invoice = db.selectFrom('documents').select('id').where('id', '=', id).where('kind', '=', 'invoice')
  if (!(await invoice.executeTakeFirst())) throw new Refusal('not_found')
  const { rows } = await sql<{
    id: number
    number: string
    name: string
    name_en: string | null
    cost: string
    open: string
  }>`
    SELECT asset.id, asset.number, asset.name, asset.name_en, asset.cost, invoiced.amount - taken.amount AS open
    FROM documents AS invoice
    JOIN LATERAL (SELECT line.account_id, sum(line.credit::numeric - line.debit) AS amount FROM journal_lines AS line
      JOIN documents AS posted ON posted.organization_id = ${own} AND posted.id = line.document_id
      WHERE line.organization_id = ${own} AND invoice.id IN (posted.id, posted.reference_id) GROUP BY 1) AS invoiced ON true
    JOIN asset_classes AS class ON class.organization_id = ${own} AND class.disposal_account_id = invoiced.account_id
    JOIN assets AS asset ON asset.organization_id = ${own} AND asset.asset_class_id = class.id AND asset.state = 'active'
      AND asset.entered_on <= invoice.document_date
    CROSS JOIN LATERAL (SELECT coalesce(sum(event.proceeds::numeric), 0) AS amount FROM asset_events AS event
      JOIN asset_classes AS sold ON sold.organization_id = ${own} AND sold.id = event.asset_class_id
        AND sold.disposal_account_id = invoiced.account_id
      WHERE event.organization_id = ${own} AND event.document_id = invoice.id AND event.kind = 'disposed'
        AND NOT EXISTS (SELECT FROM asset_events AS undo WHERE undo.organization_id = ${own} AND undo.reverses_id = event.id)) AS taken
    WHERE invoice.organization_id = ${own} AND invoice.id = ${id}::bigint AND invoice.kind = 'invoice' AND invoice.state = 'posted'
      AND invoiced.amount > taken.amount
    ORDER BY asset.number LIMIT 500`.execute(db)
  const sold = await db
    .selectFrom('asset_events as event')
    .innerJoin('assets as asset', 'asset.id', 'event.asset_id')
    .select(['asset.id', 'asset.number', 'asset.name', 'asset.name_en', 'event.proceeds'])
    .where('event.document_id', '=', id)
    .where('event.kind', '=', 'disposed')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('asset_events as undo').select('undo.id').whereRef('undo.reverses_id', '=', 'event.id'))),
    )
    .orderBy('event.id')
    .execute()
  return { candidates: rows, sold: sold.map((row) => ({ ...row, proceeds: row.proceeds ?? '0' })) }
}

/** One press: an asset leaves on the day of the invoice, for what the invoice still has for it. */
export async function disposeByInvoice(context: Context, id: number, { asset_id, proceeds, ...rest }: Body) {
  const { candidates } = await soldByInvoice(context, id)
  const asset = candidates.find((one) => one.id === asset_id)
  if (!asset) throw new Refusal('invoice_not_of_disposal', { field: 'asset_id', params: { amount: '0' } })
  const invoice = await context.db
    .selectFrom('documents')
    .select('document_date')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const brought = proceeds && decimal(proceeds).gt(0) ? proceeds : asset.open
  const at = { id: asset_id, date: invoice.document_date, document_id: id }
  await disposeAsset(context, { ...rest, ...at, how: 'sold', proceeds: brought })
  return soldByInvoice(context, id)
}
