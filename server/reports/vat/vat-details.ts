import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import { creditCarried, purchaseBoxes, salesBoxes, summedBoxes } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { entryRecordedBy } from '#server/journal/as-recorded.ts'
import { openingCredit } from '#server/vat/opening-vat.ts'
import { lastFiled, taxDays } from '#server/vat/tax-sums.ts'
import { beside, otherParty, sourceNumbers } from '../account-statement/statement-rows.ts'
import { readCursor, spellCursor } from '../account-statement/statement-scope.ts'
import { daysOf } from '../framework/date-range.ts'
import { entryLabel } from '../framework/entry-words.ts'
import { column, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { showMissing } from './vat-unclassified.ts'

type Query = z.output<(typeof reports.vatDetails)['calls']['show']['query']>
type Detail = {
  entry_id: number
  line_number: number
  tax_date: string
  box: string
  is_adjustment: boolean
  base: string
  tax: string
  entry_number: number
  kind: string
  source: string
  source_id: number | null
  number: string | null
  party: string | null
  party_en: string | null
  tax_number: string | null
}

/** The documents behind the boxes of a VAT return; their amounts and adjustments sum to the box. */
export async function showVatDetails(context: Context, query: Query, limit: number): Promise<SheetInput> {
  const { from, to } = await daysOf(context, query)
  if (query.missing)
    return showMissing(context, { from, to, missing: query.missing, after: query.after, limit }, columns)
  const scope = { ...query, from, to, box: query.box?.flatMap((box) => summedBoxes[box] ?? [box]) }
  const found = await detailsOf(context, scope, limit + 1)
  const last = found[limit - 1]
  const next = found.length > limit && last ? last : null
  const rows = found.slice(0, limit).map(
    (row): SheetRow => ({
      key: `${row.entry_id}.${row.line_number}`,
      style: 'line',
      level: 1,
      label: entryLabel(row),
      texts: {
        date: row.tax_date,
        box: row.box,
        tax_number: row.tax_number,
        party: row.party === null ? null : { name: row.party, name_en: row.party_en },
      },
      figures: {
        ...(row.is_adjustment ? { adjustment: row.base } : { box_amount: row.base }),
        vat: row.tax,
      },
      link: row.source_id === null ? null : { to: row.source, query: { id: row.source_id } },
    }),
  )
  const carried = scope.box?.includes('15') ? await carriedRow(context, scope) : null
  const all = carried && !query.after ? [carried, ...rows] : rows
  return sheetOf(
    { from, to },
    columns,
    [...all, ...(next || all.length === 0 ? [] : await totalRows(context, scope, carried))],
    {
      subject: query.box ? word(query.box.length === 1 ? 'lines.box' : 'lines.boxes', query.box.join(', ')) : null,
      next: next && spellCursor({ date: next.tax_date, entry_id: next.entry_id, line_number: next.line_number }),
    },
  )
}

const columns = withLeadingColumns(
  ['vat'],
  [
    column('date', 'date'),
    column('entry', 'label'),
    column('party', 'text'),
    column('tax_number', 'code'),
    column('box', 'code'),
    column('box_amount', 'amount'),
    column('adjustment', 'amount'),
    column('vat', 'amount'),
  ],
)

type Scope = Query & { from: string; to: string }
const inBoxes = ({ box }: Query) => (box ? sql`AND row.box = ANY (${box}::text[])` : sql``)
const knownRows = ({ as_known_at, to }: Scope, organization: number) =>
  entryRecordedBy(as_known_at, organization, { entry_id: sql`row.entry_id`, day: sql`row.tax_date`, to })

async function detailsOf({ db, session }: Context, scope: Scope, limit: number): Promise<Detail[]> {
  const organization = session.organization_id
  const cursor = scope.after ? readCursor(scope.after) : null
  const after = cursor
    ? sql`AND (row.tax_date, row.entry_id, row.line_number) > (${cursor.date}::date, ${cursor.entry_id}::bigint, ${cursor.line_number}::integer)`
    : sql``
  const { rows } = await sql<Detail>`
    WITH keys AS MATERIALIZED (
      SELECT row.entry_id, row.line_number FROM tax_entries AS row
      WHERE row.organization_id = ${organization} AND row.tax_date BETWEEN ${cursor?.date ?? scope.from}::date AND ${scope.to}::date ${inBoxes(scope)} ${knownRows(scope, organization)} ${after}
      ORDER BY row.tax_date, row.entry_id, row.line_number LIMIT ${limit}),
    page AS MATERIALIZED (
      SELECT row.entry_id, row.line_number, row.tax_date, row.box, row.is_adjustment, row.sign * row.base AS base, row.sign * row.tax AS tax
      FROM keys CROSS JOIN LATERAL (SELECT * FROM tax_entries AS own
        WHERE own.organization_id = ${organization} AND own.entry_id = keys.entry_id AND own.line_number = keys.line_number OFFSET 0) AS row)
    SELECT page.*, entry.entry_number, entry.kind, entry.source, entry.source_id, other.name AS party, other.name_en AS party_en, other.tax_number,
      coalesce(document.number, payment.number, manual.number) AS number
    FROM page
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ${otherParty(organization)}
    ORDER BY page.tax_date, page.entry_id, page.line_number`.execute(db)
  return rows
}

/** The credit of the last return that opens this one, or the opening credit. Undefined without one. */
async function carriedRow(context: Context, { from, to, as_known_at }: Scope): Promise<SheetRow | null> {
  const last = await lastFiled(context, from, as_known_at)
  const brought = last ? null : await openingCredit(context, to, as_known_at)
  const vat = text(brought ? brought.credit : creditCarried(last as Filed))
  if (vat === '0') return null
  const date = brought?.day ?? (last as Filed).ended_at
  return {
    key: 'carried',
    style: 'line',
    level: 1,
    label: word('boxes.15'),
    texts: { date, box: '15' },
    figures: { vat },
    link: last
      ? { to: 'vat_return', query: { from: last.started_at, to: last.ended_at } }
      : { to: 'opening', query: { id: 1 } },
  }
}
type Filed = NonNullable<Awaited<ReturnType<typeof lastFiled>>>

/** The sum of boxes of one kind; for both sides the total of each, and the net. */
async function totalRows(context: Context, scope: Scope, carried: SheetRow | null): Promise<SheetRow[]> {
  const chosen = (boxes: readonly string[]) => boxes.filter((box) => scope.box?.includes(box) ?? true)
  const kinds = [salesBoxes, purchaseBoxes, ['14']].map(chosen)
  const credit = carried?.figures.vat ?? '0'
  if (kinds.filter((boxes) => boxes.length > 0).length + (carried ? 1 : 0) < 2) {
    const { vat, ...rest } = await totalOf(context, scope.box ?? [], scope)
    return [endRow('total', 'total', { ...rest, vat: text(decimal(vat).plus(credit)) })]
  }
  const [sales, purchases, corrections] = (await Promise.all(kinds.map((boxes) => totalOf(context, boxes, scope)))) as [
    Totals,
    Totals,
    Totals,
  ]
  const net = decimal(sales.vat).minus(purchases.vat).plus(corrections.vat).minus(credit)
  return [
    endRow('vat_sales', 'subtotal', sales),
    endRow('vat_purchases', 'subtotal', purchases),
    // Without it the two rows above would not sum to the total below.
    ...(decimal(corrections.vat).eq(0) ? [] : [corrected(corrections.vat)]),
    endRow('vat_net', 'total', { vat: text(net) }),
  ]
}

const endRow = (key: string, style: SheetRow['style'], figures: SheetRow['figures']): SheetRow => ({
  key,
  style,
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  figures,
})

const corrected = (vat: string): SheetRow => ({
  ...endRow('vat_corrections', 'subtotal', { vat }),
  label: word('boxes.14'),
})

type Totals = { box_amount: string; adjustment: string; vat: string }

async function totalOf(context: Context, boxes: readonly string[], { from, to, as_known_at }: Scope): Promise<Totals> {
  const { db, session } = context
  const { rows } = await sql<Totals>`
    SELECT coalesce(sum(row.base) FILTER (WHERE NOT row.is_adjustment), 0) AS box_amount,
      coalesce(sum(row.base) FILTER (WHERE row.is_adjustment), 0) AS adjustment, coalesce(sum(row.tax), 0) AS vat
    FROM (${taxDays(context, { from, to }, as_known_at)}) AS row
    WHERE row.organization_id = ${session.organization_id} AND row.day BETWEEN ${from}::date AND ${to}::date AND row.box = ANY (${boxes}::text[])`.execute(
    db,
  )
  return rows[0] as Totals
}
