import { z } from 'zod'
import { depreciationMethods, lifeMonthsMaximum } from '#ledger/assets/depreciation.ts'
import { taxPools, vatAssetKinds } from '#ledger/law/tables.ts'
import { verbs } from '../crud-permissions.ts'
import { activeStatus, choice, id, optional, version } from '../fields/choice.ts'
import { percent, quantity, wire } from '../fields/decimal.ts'
import { months } from '../fields/months.ts'
import { instant, maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { text } from '../fields/text.ts'
import { defineCall, defineResource } from '../kit/resource.ts'

export const assetPermissions = verbs('fixed-asset')
export const lifeMonths = months(lifeMonthsMaximum)

/** The yearly question of article 52 about an asset: for how long, and what a year of the whole change comes to. */
export const vatQuestion = z.object({
  kind: z.enum(vatAssetKinds),
  years: z.int(),
  until: z.string(),
  yearly: wire,
  source: z.string(),
  state: z.enum(['confirmed', 'unconfirmed']),
})

const accountRecord = reference.extend({ number: z.string() })
const record = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  cost_account_id: z.int(),
  accumulated_account_id: nullableInt,
  expense_account_id: nullableInt,
  disposal_account_id: z.int(),
  cost_account: accountRecord,
  accumulated_account: nullable(accountRecord),
  expense_account: nullable(accountRecord),
  disposal_account: accountRecord,
  method: z.enum(depreciationMethods),
  life_months: nullableInt,
  declining_percent: nullable(wire),
  life_units: nullable(wire),
  residual_percent: wire,
  tax_pool: nullable(z.enum(taxPools)),
  vat_kind: nullable(z.enum(vatAssetKinds)),
  /** Assets of the class: its accounts stay while there are any. */
  asset_count: z.int(),
  status: z.string(),
  created_at: instant,
  version: z.int(),
})

/** What assets of one kind have in common: their accounts, and how they depreciate. */
export const assetClasses = defineResource('asset_class', '/accounting/asset-classes', {
  permissions: assetPermissions,
  input: z.object({
    name: text,
    name_en: optional(text),
    cost_account_id: id,
    /** Not for a class that does not depreciate. */
    accumulated_account_id: optional(id),
    expense_account_id: optional(id),
    disposal_account_id: id,
    method: choice(depreciationMethods),
    life_months: optional(lifeMonths),
    /** Of the book value in a year, of a declining balance. */
    declining_percent: optional(percent),
    /** The usual life in units of use. */
    life_units: optional(quantity),
    residual_percent: optional(percent),
    tax_pool: optional(choice(taxPools)),
    vat_kind: optional(choice(vatAssetKinds)),
    status: activeStatus,
    version,
  }),
  record,
  row: record,
  list: {
    search: ['name', 'name_en'],
    sort: ['name', 'method', 'life_months', 'status', 'created_at'],
    order: 'name',
    filter: { status: activeStatus },
  },
  option: {
    shape: z.object({
      id: z.int(),
      name: z.string(),
      name_en: maybeText,
      method: z.enum(depreciationMethods),
      life_months: nullableInt,
      residual_percent: wire,
      cost_account_id: z.int(),
    }),
    admission: [assetPermissions.list, assetPermissions.create, assetPermissions.update, 'read-bill'],
  },
})

/** The classes that organizations usually have, on the accounts of the chart that no class uses yet. */
export const usualClassesCall = defineCall({
  method: 'POST',
  path: '/accounting/asset-classes/usual',
  kind: 'action',
  admission: [assetPermissions.create],
  labels: 'asset_class',
  answer: z.object({ added: z.int() }),
})
