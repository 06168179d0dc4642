import type { z } from 'zod'
import type { assetWorkCalls } from '#contract/assets/asset-work.ts'
import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { type VatAssetKind, vatAdjustmentYears } from '#ledger/law/tables.ts'
import { vatAdjustment } from '#ledger/law/vat-adjustment.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { whereAsset } from './stored-asset.ts'

type Answer = z.output<typeof assetWorkCalls.taxUse.body> & { id: number }

/** The answer of a year is stored with its figure and the version of the law it used. The last of a year counts. */
export async function answerTaxUse(context: Context, { id, date, use_at_purchase, use_now }: Answer): Promise<void> {
  const { db, session } = context
  const asset = await db.selectFrom('assets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!asset) throw new Refusal('not_found')
  if (asset.state === 'cancelled') throw new Refusal('asset_state')
  const { vat_kind } = await db
    .selectFrom('asset_classes')
    .select('vat_kind')
    .where('id', '=', asset.asset_class_id)
    .executeTakeFirstOrThrow()
  const law = lawOn(vatAdjustmentYears, asset.acquired_on)
  if (!law || vat_kind === null || asset.vat === null || decimal(asset.vat).eq(0)) throw new Refusal('no_vat_to_adjust')
  const years = law.values[vat_kind as VatAssetKind]
  const until = addDays(addMonths(asset.acquired_on, years * 12), -1)
  if (date > context.today) throw new Refusal('date_in_future', { field: 'date' })
  if (date < asset.acquired_on) throw new Refusal('date_before_source', { field: 'date' })
  if (date.slice(0, 4) > until.slice(0, 4))
    throw new Refusal('adjustment_over', { field: 'date', params: { day: until } })
  const { decimals } = session.organization
  await db
    .insertInto('asset_events')
    .values({
      asset_id: id,
      kind: 'tax_use',
      event_date: date,
      use_at_purchase,
      use_now,
      law_from: law.from,
      adjustment: text(vatAdjustment({ vat: asset.vat, years, use_at_purchase, use_now }, decimals)),
      organization_id: session.organization_id,
      created_by: session.user_id,
      ...whereAsset(asset),
    })
    .execute()
}
