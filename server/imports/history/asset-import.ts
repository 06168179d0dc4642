import { z } from 'zod'
import { lifeMonths } from '#contract/assets/asset-classes.ts'
import { assets } from '#contract/assets/assets.ts'
import { purchases, sales } from '#contract/documents/sides.ts'
import { date, id, optional } from '#contract/fields/choice.ts'
import { amount, percent, positiveAmount, quantity } from '#contract/fields/decimal.ts'
import { note, textOf } from '#contract/fields/text.ts'
import { assetEventKinds } from '#contract/imports/asset-columns.ts'
import { answerTaxUse } from '#server/assets/answer-tax-use.ts'
import { cancelAsset } from '#server/assets/cancel-asset.ts'
import { disposeAsset } from '#server/assets/dispose-asset.ts'
import { impairAsset } from '#server/assets/impair-asset.ts'
import { postMonths } from '#server/assets/post-months.ts'
import { recordUse } from '#server/assets/record-use.ts'
import { registerAsset } from '#server/assets/register-asset.ts'
import { isRestorable, restoreAsset } from '#server/assets/restore-asset.ts'
import { reviseAsset } from '#server/assets/revise-asset.ts'
import { seeAsset } from '#server/assets/take-stock-of-assets.ts'
import { transferAsset } from '#server/assets/transfer-asset.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import type { ImportBody, ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { accountNames, costCenterNames, partyNames, usualPlaces } from '../kinds/look-ups.ts'
import { nameIndex } from '../kinds/name-index.ts'
import { numberedBook } from '../kinds/numbered-book.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

const known = z.int({ error: () => 'unknown_reference' })
const registered = assets.input.extend({
  document_number: known.optional(),
  line_number: optional(id),
  unit_number: optional(id),
})

/** The register of assets, as other books or our own export say it: nothing is posted. */
export const assetImport: ImportRules = {
  schema: registered,
  order: 'alone',
  open: openRegister,
  undo: async (context, { id: asset }) => {
    await cancelAsset(context, asset)
    releaseNumber(context, 'assets', asset)
  },
}

async function openRegister(context: Context): Promise<ImportBook> {
  const [suppliers, centers, places, classes, stored] = await Promise.all([
    partyNames(context, 'supplier'),
    costCenterNames(context),
    usualPlaces(context),
    classNames(context),
    context.db.selectFrom('assets').select(['id', 'number']).where('state', '!=', 'cancelled').execute(),
  ])
  const bills = namedDocuments({
    kinds: [purchases.document],
    columns: ['document_number'],
    parties: [{ column: 'supplier_id', find: suppliers.find }],
  })
  const numbers = numberedBook(
    'number',
    stored.map((row) => [row.id, row.number] as const),
  )
  return {
    ...numbers,
    // An asset without a number takes the next one, and is no duplicate.
    match: (body) => (body.number ? numbers.match(body) : undefined),
    add: (body, of) => (body.number ? numbers.add(body, of) : undefined),
    resolve: {
      branch_id: places.resolve.branch_id,
      cost_center_id: centers.find,
      supplier_id: suppliers.find,
      asset_class_id: classes.find,
    },
    prepare: bills.prepare,
    bodyOf: ([first = {}]) => {
      const { supplier_id: _, document_number, ...body } = first
      return {
        branch_id: places.usual.branch_id,
        ...sentFields(body),
        ...(document_number !== undefined && { document_number: bills.find(String(document_number)) }),
      }
    },
    create: async (again, { document_number, line_number, unit_number, ...body }: z.output<typeof registered>) => {
      const document =
        document_number === undefined
          ? undefined
          : { id: document_number, line_number: line_number ?? 1, unit_number: unit_number ?? 1 }
      return [{ resource: 'asset', id: await registerAsset(again, body, document), before: null }]
    },
  }
}

const happened = z.object({
  seen_at: optional(textOf(100)),
  use_at_purchase: optional(percent),
  use_now: optional(percent),
  asset_number: known,
  event_date: date,
  event_kind: z.enum(assetEventKinds),
  cost: optional(positiveAmount),
  proceeds: optional(amount),
  document_number: known.optional(),
  account_id: optional(id),
  amount: optional(positiveAmount),
  residual: optional(amount),
  life_months: optional(lifeMonths),
  life_units: optional(quantity),
  reason: optional(note),
  reading: optional(quantity),
  asset_class_id: optional(id),
  branch_id: optional(id),
  cost_center_id: optional(id),
})
type Happened = z.output<typeof happened>

/** What happened to assets: months that were posted, revisions, impairments, disposals. */
export const assetEventImport: ImportRules = {
  schema: happened,
  order: 'alone',
  undoneWithPackage: true,
  open: openEvents,
  // Months, revisions, impairments and transfers leave with the registration.
  undo: async (context, { id: asset, before }) => {
    if (before !== 'restorable') return
    const last = await context.db
      .selectFrom('asset_events')
      .select('kind')
      .where('asset_id', '=', asset)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && isRestorable(last)) await restoreAsset(context, asset)
  },
}

async function openEvents(context: Context): Promise<ImportBook> {
  const [customers, accounts, classes, places, centers] = await Promise.all([
    partyNames(context, 'customer'),
    accountNames(context),
    classNames(context),
    usualPlaces(context),
    costCenterNames(context),
  ])
  const invoices = namedDocuments({
    kinds: [sales.document],
    columns: ['document_number'],
    parties: [{ column: 'customer_id', find: customers.find }],
  })
  let byNumber = new Map<string, number>()
  return {
    ...unnumberedBook,
    resolve: {
      account_id: accounts.find,
      customer_id: customers.find,
      cost_center_id: centers.find,
      branch_id: places.resolve.branch_id,
      asset_class_id: classes.find,
    },
    prepare: async (again, rows) => {
      await invoices.prepare(again, rows)
      // An earlier record of the run may have registered it.
      const numbers = rows.flatMap(({ cells }) => cells.asset_number?.trim() ?? [])
      const found = await again.db
        .selectFrom('assets')
        .select(['id', 'number'])
        .where('number', 'in', numbers.length > 0 ? numbers : [''])
        .where('state', '!=', 'cancelled')
        .execute()
      byNumber = new Map(found.map((row) => [row.number, row.id]))
    },
    bodyOf: ([first = {}]) => {
      const { customer_id: _, document_number, asset_number, ...body } = first
      return {
        ...sentFields(body as ImportBody),
        asset_number: byNumber.get(String(asset_number).trim()),
        ...(document_number !== undefined && { document_number: invoices.find(String(document_number)) }),
      }
    },
    create: async (again, body: Happened) => {
      await happen(again, body)
      const isRestorable = (['sold', 'scrapped', 'used'] as string[]).includes(body.event_kind)
      return [{ resource: 'asset', id: body.asset_number, before: isRestorable ? 'restorable' : body.event_kind }]
    },
  }
}

/** A figure without which the event means nothing: none is assumed. */
function writtenIn(body: Happened, field: 'amount' | 'reading' | 'use_at_purchase' | 'use_now'): string {
  const figure = body[field]
  if (figure == null) throw new Refusal('invalid_input', { errors: { [field]: { code: 'required' } } })
  return figure
}

async function happen(context: Context, body: Happened): Promise<void> {
  const { asset_number, event_date: day, event_kind, residual, life_months, cost, proceeds, account_id } = body
  const reason = body.reason ?? '-'
  if (event_kind === 'months') return postMonths(context, { id: asset_number, date: day })
  if (event_kind === 'restored') return restoreAsset(context, asset_number)
  const at = { id: asset_number, date: day }
  if (event_kind === 'revised')
    return reviseAsset(context, { ...at, residual, life_months, life_units: body.life_units, reason })
  if (event_kind === 'seen') {
    await seeAsset(context, { code: await numberOfAsset(context, asset_number), place: body.seen_at }, day)
    return
  }
  if (event_kind === 'tax_use')
    return answerTaxUse(context, {
      ...at,
      use_at_purchase: writtenIn(body, 'use_at_purchase'),
      use_now: writtenIn(body, 'use_now'),
    })
  if (event_kind === 'used') return recordUse(context, { ...at, reading: writtenIn(body, 'reading') })
  if (event_kind === 'transferred') {
    const { asset_class_id, branch_id, cost_center_id } = body
    return transferAsset(context, {
      ...at,
      asset_class_id,
      branch_id,
      cost_center_id: cost_center_id ?? null,
      reason: body.reason,
    })
  }
  if (event_kind === 'impaired') return impairAsset(context, { ...at, amount: writtenIn(body, 'amount'), reason })
  const disposal = { cost, proceeds, account_id, document_id: body.document_number, reason: body.reason }
  return disposeAsset(context, { ...at, ...disposal, how: event_kind })
}

/** The classes of assets by their names. */
const classNames = async ({ db }: Context) =>
  nameIndex(
    (await db.selectFrom('asset_classes').select(['id', 'name', 'name_en']).execute()).map(
      (row) => [row.id, row.name, row.name_en] as const,
    ),
  )

const numberOfAsset = async ({ db }: Context, id: number): Promise<string> =>
  (await db.selectFrom('assets').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number
