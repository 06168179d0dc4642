import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { type VatAssetKind, vatAdjustmentYears } from '#ledger/law/tables.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.vatAdjustments)['calls']['show']['query']>
type AdjustedAsset = {
  id: number
  number: string
  name: string
  name_en: string | null
  acquired_on: string
  vat: string
  vat_kind: VatAssetKind
  use_at_purchase: string | null
  use_now: string | null
  adjustment: string | null
}

/**
 * The yearly question of article 52 for every asset whose input VAT is adjusted in the year of a day: how much of it served taxable sales.
 * An answer stays with the figure and the version of the law that it used.
 */
export async function showVatAdjustments(context: Context, query: Query): Promise<SheetInput> {
  const year = await yearOf(context, query.to ?? context.today)
  const assets = await assetsOf(context, { from: year.started_at, to: year.ended_at })
  const rows = assets.flatMap((asset) => {
    const law = lawOn(vatAdjustmentYears, asset.acquired_on)
    const years = law?.values[asset.vat_kind]
    if (!years) return []
    const until = addDays(addMonths(asset.acquired_on, years * 12), -1)
    return until < year.started_at ? [] : [assetRow(asset, { years, until })]
  })
  const answered = assets.flatMap(({ adjustment }) => adjustment ?? [])
  const total: SheetRow = {
    key: 'adjustment_total',
    style: 'total',
    level: 1,
    label: word('lines.total'),
    texts: {},
    link: null,
    figures: { adjustment: text(sum(answered)) },
  }
  const law = lawOn(vatAdjustmentYears, year.ended_at)
  return sheetOf({ from: year.started_at, to: year.ended_at }, columns, rows.length > 0 ? [...rows, total] : [], {
    notes: law ? [{ word: `notes.vat_adjustments_${law.state}`, params: { day: law.from } }] : [],
  })
}

const columns = withLeadingColumns(
  ['adjustment'],
  [
    column('asset', 'label'),
    column('acquired_on', 'date'),
    column('adjusted_until', 'date'),
    column('adjusted_years', 'count', { query: null }),
    column('purchase_vat', 'amount', { query: null }),
    column('use_at_purchase', 'percent', { query: null }),
    column('use_now', 'percent', { query: null }),
    column('adjustment', 'amount', { query: null }),
  ],
)

function assetRow(asset: AdjustedAsset, { years, until }: { years: number; until: string }): SheetRow {
  const { adjustment } = asset
  return {
    key: `asset:${asset.id}`,
    style: 'line',
    level: 1,
    label: { ...named(asset), code: asset.number },
    texts: { acquired_on: asset.acquired_on, adjusted_until: until },
    figures: {
      adjusted_years: String(years),
      purchase_vat: asset.vat,
      use_at_purchase: asset.use_at_purchase,
      use_now: asset.use_now,
      adjustment,
    },
    link: { to: 'asset', query: { id: asset.id } },
    ...(adjustment !== null && { links: { adjustment: lawLink(asset) } }),
  }
}

/** The page that computes the answer again. */
const lawLink = ({ acquired_on, vat_kind, vat, use_at_purchase, use_now }: AdjustedAsset) => ({
  to: 'law',
  query: {
    of: 'vat_adjustment',
    day: acquired_on,
    kind: vat_kind,
    vat: text(decimal(vat)),
    use_at_purchase: text(decimal(use_at_purchase ?? '0')),
    use_now: text(decimal(use_now ?? '0')),
  },
})

/** Bought by the end of the year and held in it, with the last answer of the year. */
async function assetsOf(
  { db, session }: Context,
  { from, to }: { from: string; to: string },
): Promise<AdjustedAsset[]> {
  const own = session.organization_id
  const { rows } = await sql<AdjustedAsset>`
    SELECT asset.id, asset.number, asset.name, asset.name_en, asset.acquired_on, asset.vat, class.vat_kind,
      answer.use_at_purchase, answer.use_now, answer.adjustment
    FROM assets AS asset
    JOIN asset_classes AS class ON class.organization_id = ${own} AND class.id = asset.asset_class_id
    LEFT JOIN LATERAL (SELECT event.use_at_purchase, event.use_now, event.adjustment FROM asset_events AS event
      WHERE event.organization_id = ${own} AND event.asset_id = asset.id AND event.kind = 'tax_use'
        AND event.event_date BETWEEN ${from}::date AND ${to}::date ORDER BY event.event_date DESC, event.id DESC LIMIT 1) AS answer ON true
    WHERE asset.organization_id = ${own} AND asset.state <> 'cancelled' AND asset.vat::numeric > 0 AND class.vat_kind IS NOT NULL
      AND asset.acquired_on <= ${to}::date
      AND NOT (asset.state = 'disposed' AND NOT EXISTS (SELECT FROM asset_events AS gone WHERE gone.organization_id = ${own}
        AND gone.asset_id = asset.id AND gone.kind = 'disposed' AND gone.event_date >= ${from}::date))
    ORDER BY asset.number LIMIT 5000`.execute(db)
  return rows
}
