import { z } from 'zod'
import { date, id, optional } from '../fields/choice.ts'
import { amount, percent, positiveAmount, wire } from '../fields/decimal.ts'
import { maybeText, reference } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'
import { type Call, defineCall, idParams, listCalls } from '../kit/resource.ts'
import { assetPermissions, usualClassesCall } from './asset-classes.ts'
import { assetRecord } from './assets.ts'

// What is done with assets apart from their figures: sold by an invoice, seen, labelled, answered for.

const numbered = reference.extend({ number: z.string() })
const invoiceAssets = z.object({
  /** Assets that what is left of the invoice may have sold. */
  candidates: z.array(numbered.extend({ cost: wire, open: wire })),
  sold: z.array(numbered.extend({ proceeds: wire })),
})
export const invoiceAssetCalls = {
  show: defineCall({
    method: 'GET',
    path: '/invoices/:id/assets',
    kind: 'item',
    admission: [assetPermissions.list, 'dispose-asset'],
    labels: 'asset',
    params: idParams,
    answer: invoiceAssets,
  }),
  /** An asset leaves on the day of the invoice: whole, or a part of its cost; for all that is open, or the amount that is named. */
  dispose: defineCall({
    method: 'POST',
    path: '/invoices/:id/assets',
    kind: 'action',
    admission: ['dispose-asset'],
    labels: 'asset',
    params: idParams,
    body: z.object({
      asset_id: id,
      cost: optional(positiveAmount),
      proceeds: optional(amount),
      reason: optional(note),
    }),
    answer: invoiceAssets,
  }),
}

const place = textOf(100)
const taken = numbered.extend({ place: maybeText, branch: reference })
const path = '/accounting/asset-taking'
export const assetWorkCalls = {
  /** An asset was seen: its number or serial, read from its label or typed. */
  see: defineCall({
    method: 'POST',
    path,
    kind: 'action',
    admission: [assetPermissions.update],
    labels: 'asset',
    body: z.object({ code: textOf(100), place: optional(place) }),
    answer: z.object({ asset: taken, verdict: z.enum(['found', 'elsewhere', 'again']), seen_at: maybeText }),
  }),
  /** What was seen from a day on, what was seen in another place, and what was not. */
  taking: defineCall({
    method: 'GET',
    path,
    kind: 'item',
    admission: [assetPermissions.list],
    labels: 'asset',
    query: z.object({ since: date, branch_id: optional(id) }),
    answer: z.object({
      found: z.array(taken),
      elsewhere: z.array(taken.extend({ seen_at: maybeText })),
      missing: z.array(taken),
    }),
  }),
  /** Labels with a code for the camera, on sheets of twenty-four: of the assets that are in use. */
  labels: defineCall({
    method: 'GET',
    path: '/accounting/asset-labels',
    kind: 'export',
    admission: [assetPermissions.list],
    labels: 'asset',
    query: z.object({ asset_class_id: optional(id), branch_id: optional(id), id: optional(id) }),
  }),
  /** The yearly question of article 52: how much of a year an asset served taxable sales. */
  taxUse: defineCall({
    method: 'POST',
    path: '/accounting/assets/:id/tax-use',
    kind: 'action',
    admission: [assetPermissions.update],
    labels: 'asset',
    params: idParams,
    body: z.object({ date, use_at_purchase: percent, use_now: percent }),
    answer: assetRecord,
  }),
}
export const allAssetWorkCalls: readonly Call[] = [
  ...listCalls(invoiceAssetCalls),
  ...listCalls(assetWorkCalls),
  usualClassesCall,
]
