import { z } from 'zod'
import { depreciationMethods } from '#ledger/assets/depreciation.ts'
import { choice, date, id, optional, version } from '../fields/choice.ts'
import { amount, positiveAmount, quantity, stockQuantity, wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { givenCode, note, text, textOf } from '../fields/text.ts'
import { type Call, defineCall, defineResource, idParams, listCalls } from '../kit/resource.ts'
import { previewFromCall } from '../preview/posting-preview.ts'
import { assetPermissions, lifeMonths, vatQuestion } from './asset-classes.ts'

export const assetStates = ['active', 'disposed', 'cancelled'] as const
/** As it is shown: an active asset whose cost is depreciated to its residual value. */
export const assetStatuses = [...assetStates, 'depreciated'] as const
export const disposalWays = ['sold', 'scrapped'] as const

/** What never reaches the books, and may change at any time. */
const memo = {
  name: text,
  name_en: optional(text),
  serial: optional(textOf(100)),
  place: optional(textOf(100)),
  keeper: optional(textOf(100)),
  notes: optional(note),
}
/** Life and residual value; those of the class unless said otherwise. */
const life = {
  in_service_on: optional(date),
  life_months: optional(lifeMonths),
  residual: optional(amount),
  /** By units of use: of the whole life. */
  life_units: optional(quantity),
}

const input = z.object({
  ...memo,
  /** Empty takes the next one of the series. */
  number: optional(givenCode),
  asset_class_id: id,
  branch_id: id,
  cost_center_id: optional(id),
  acquired_on: date,
  /** From when the books hold it: the day of the opening balances, for an asset of other books. */
  entered_on: optional(date),
  cost: positiveAmount,
  ...life,
  /** What other books depreciated, and through which day. */
  opening_accumulated: optional(amount),
  depreciated_to: optional(date),
  opening_units: optional(stockQuantity),
  vat: optional(amount),
})

const row = z.object({
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybeText,
  asset_class: reference,
  serial: maybeText,
  place: maybeText,
  keeper: maybeText,
  branch: reference,
  acquired_on: z.string(),
  in_service_on: maybeText,
  cost: wire,
  residual: wire,
  accumulated: wire,
  book_value: wire,
  status: z.enum(assetStatuses),
  created_at: instant,
  version: z.int(),
})
const event = z.object({
  id: z.int(),
  kind: z.enum([
    'acquired',
    'revised',
    'impaired',
    'used',
    'transferred',
    'seen',
    'tax_use',
    'disposed',
    'restored',
    'cancelled',
  ]),
  date: z.string(),
  cost: wire,
  accumulated: wire,
  residual: wire,
  amount: nullable(wire),
  how: nullable(z.enum(disposalWays)),
  proceeds: nullable(wire),
  book_value: nullable(wire),
  /** Gain of a disposal; a loss is negative. */
  gain: nullable(wire),
  document_id: nullableInt,
  document_number: maybeText,
  life_months: nullableInt,
  /** Units so far. */
  reading: nullable(wire),
  /** Where the asset was from then on, of a transfer. */
  place: maybeText,
  place_en: maybeText,
  /** Of an answer about taxable use, with what the year adds to the input VAT. */
  use_now: nullable(wire),
  adjustment: nullable(wire),
  reason: maybeText,
  entry_number: nullableInt,
  /** Taken back by a later event. */
  is_reversed: z.boolean(),
  at: instant,
  by: maybeText,
})
const part = z.object({
  number: z.int(),
  kind: z.enum(['month', 'disposal', 'impairment', 'use']),
  month: z.string(),
  date: z.string(),
  amount: wire,
  state: z.enum(['planned', 'posted', 'failed', 'reversed']),
  entry_number: nullableInt,
  error: maybeText,
})
/** An asset with all that is known of it. */
export const assetRecord = row.extend({
  asset_class_id: z.int(),
  branch_id: z.int(),
  cost_center: nullable(reference),
  entered_on: z.string(),
  method: z.enum(depreciationMethods),
  life_months: nullableInt,
  life_end: maybeText,
  declining_percent: nullable(wire),
  life_units: nullable(wire),
  /** Units so far, of an asset that depreciates by use. */
  reading: nullable(wire),
  opening_accumulated: wire,
  depreciated_to: maybeText,
  vat: nullable(wire),
  document_id: nullableInt,
  document_number: maybeText,
  line_number: nullableInt,
  notes: maybeText,
  deferral_id: nullableInt,
  /** The disposal that may be taken back: nothing followed it. */
  restorable_id: nullableInt,
  /** The yearly question of input VAT, by the law on the day of the purchase. */
  vat_adjustment: nullable(vatQuestion),
  events: z.array(event),
  parts: z.array(part),
})
export type AssetRecord = z.output<typeof assetRecord>

const resource = defineResource('asset', '/accounting/assets', {
  permissions: assetPermissions,
  input,
  record: assetRecord,
  row,
  list: {
    search: ['number', 'name', 'name_en', 'serial', 'place', 'keeper'],
    sort: ['number', 'name', 'asset_class', 'acquired_on', 'cost', 'created_at'],
    order: '-number',
    filter: { status: choice(assetStatuses), asset_class_id: id, branch_id: id },
  },
  exported: {
    admission: [assetPermissions.list],
    columns: [
      'number',
      'name',
      'asset_class',
      'serial',
      'place',
      'keeper',
      'branch',
      'acquired_on',
      'in_service_on',
      'cost',
      'residual',
      'accumulated',
      'book_value',
      'status',
    ],
  },
})
const { list, read, create, update, remove, export: exported } = resource.calls
/** The register: figures of an asset change by events alone, its description at any time. */
export const assets = {
  ...resource,
  memo: z.object({ ...memo, version }),
  calls: {
    list,
    read,
    create,
    update: defineCall({ ...update, body: z.object({ ...memo, version }) }),
    /** Takes the registration back, with all depreciation, each entry on its own day. */
    remove,
    ...(exported && { export: exported }),
  },
}

const act = { method: 'POST', kind: 'action', labels: 'asset', params: idParams, answer: assetRecord } as const
const changes = { ...act, admission: [assetPermissions.update] } as const
const disposes = { ...act, admission: ['dispose-asset'] } as const
const disposal = z.object({
  date,
  how: choice(disposalWays),
  /** Of the part that leaves; absent: all of it. */
  cost: optional(positiveAmount),
  /** What it brings, before tax. */
  proceeds: optional(amount),
  /** The sales invoice that brought it, or the account that received it. */
  document_id: optional(id),
  account_id: optional(id),
  reason: optional(note),
})
export type DisposalInput = z.output<typeof disposal>
export const assetCalls = {
  /** New residual value and life: the months that are not posted are planned again. */
  revise: defineCall({
    ...changes,
    path: '/accounting/assets/:id/revise',
    body: z.object({
      date,
      residual: optional(amount),
      life_months: optional(lifeMonths),
      life_units: optional(quantity),
      reason: note,
    }),
  }),
  impair: defineCall({
    ...changes,
    path: '/accounting/assets/:id/impair',
    body: z.object({ date, amount: positiveAmount, reason: note }),
  }),
  /** Units of use so far: their depreciation is posted. */
  use: defineCall({
    ...changes,
    path: '/accounting/assets/:id/readings',
    body: z.object({ date, reading: quantity }),
  }),
  /** To another class, branch or cost center; what is absent stays. */
  transfer: defineCall({
    ...changes,
    path: '/accounting/assets/:id/transfer',
    body: z.object({
      date,
      asset_class_id: optional(id),
      branch_id: optional(id),
      cost_center_id: optional(id),
      reason: optional(note),
    }),
  }),
  dispose: defineCall({ ...disposes, path: '/accounting/assets/:id/dispose', body: disposal }),
  disposePreview: previewFromCall({
    path: '/accounting/assets/:id/dispose',
    labels: 'asset',
    admission: ['dispose-asset'],
    body: disposal,
  }),
  /** Takes the last disposal back, on its own day. */
  restore: defineCall({ ...disposes, path: '/accounting/assets/:id/restore' }),
}

const billRow = z.object({
  line_number: z.int(),
  name: z.string(),
  name_en: maybeText,
  account: reference.extend({ number: z.string() }),
  amount: wire,
  /** Pieces of the row that are not registered yet, of all. */
  open_units: z.int(),
  units: z.int(),
})
/** The rows of a bill on asset accounts, and the assets registered from them. */
export const billAssetCalls = {
  show: defineCall({
    method: 'GET',
    path: '/bills/:id/assets',
    kind: 'item',
    admission: [assetPermissions.list, assetPermissions.create],
    labels: 'asset',
    params: idParams,
    answer: z.object({
      rows: z.array(billRow),
      assets: z.array(reference.extend({ number: z.string(), line_number: z.int(), cost: wire })),
    }),
  }),
  /** Registers pieces of a row, one asset each. */
  register: defineCall({
    method: 'POST',
    path: '/bills/:id/assets',
    kind: 'action',
    admission: [assetPermissions.create],
    labels: 'asset',
    params: idParams,
    body: z.object({
      line_number: id,
      asset_class_id: id,
      /** Absent: all that are not registered. */
      units: optional(id),
      name: optional(text),
      name_en: optional(text),
      serial: optional(textOf(100)),
      place: optional(textOf(100)),
      keeper: optional(textOf(100)),
      ...life,
    }),
    answer: z.object({ ids: z.array(z.int()) }),
  }),
}
export type BillRegistration = z.output<typeof billAssetCalls.register.body>
export const allAssetCalls: readonly Call[] = [
  ...listCalls(assets.calls),
  ...listCalls(assetCalls),
  ...listCalls(billAssetCalls),
]
