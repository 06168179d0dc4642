import type { z } from 'zod'
import type { assetWorkCalls } from '#contract/assets/asset-work.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'

type LabelsQuery = z.output<typeof assetWorkCalls.labels.query>
const most = 2_400

/** Labels of the assets in use as a PDF: the number as a code for the camera and as text, the name, the place. */
export async function assetLabels(context: Context, asked: LabelsQuery): Promise<AnswerFile> {
  const { db, session, services, today } = context
  const rows = await db
    .selectFrom('assets')
    .select(['number', 'name', 'name_en', 'place', 'serial'])
    .where('state', '=', 'active')
    .$if(asked.id != null, (query) => query.where('id', '=', asked.id as number))
    .$if(asked.asset_class_id != null, (query) => query.where('asset_class_id', '=', asked.asset_class_id as number))
    .$if(asked.branch_id != null, (query) => query.where('branch_id', '=', asked.branch_id as number))
    .orderBy('number')
    .limit(most + 1)
    .execute()
  if (rows.length === 0) throw new Refusal('no_assets_to_label')
  if (rows.length > most) throw new Refusal('too_many_to_export', { params: { maximum: most } })
  const organization = await db.selectFrom('organizations').select(['name', 'name_en']).executeTakeFirstOrThrow()
  const labels = rows.map((row) => ({
    code: row.number,
    title: row.name,
    lines: [row.name_en, row.place, row.serial].filter((line): line is string => Boolean(line)),
  }))
  const paper = {
    title: { ar: 'ملصقات الأصول', en: 'Asset labels' },
    number: today,
    created_at: today,
    labels,
    organization,
    blocks: [],
    facts: [],
    columns: [],
    rows: [],
    totals: [],
  }
  return {
    name: `asset-labels-${today}.pdf`,
    mimetype: 'application/pdf',
    content: () => services.pdf.render(session.organization_id, paper),
  }
}
