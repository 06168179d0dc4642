import { z } from 'zod'
import { financialYearPermissions } from './access/permissions.ts'
import { verbs } from './crud-permissions.ts'
import { activeStatus, choice, id, optional, version } from './fields/choice.ts'
import { wire } from './fields/decimal.ts'
import { maybeText, nullableInt } from './fields/response-fields.ts'
import { code, note, text } from './fields/text.ts'
import { defineCall } from './kit/resource.ts'
import { reportPermissions } from './reports/report-index.ts'

export const accountPermissions = verbs('chart-of-account')
export const costCenterPermissions = verbs('cost-center')

const node = {
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybeText,
  description: maybeText,
  type: z.enum(['category', 'main', 'sub']),
  status: z.string(),
  parent_id: nullableInt,
}
const accountFields = z.object({
  ...node,
  nature: z.enum(['D', 'C']),
  /** In the account's own nature, rolled up over its children; exact at once. */
  balance: wire,
})
export type AccountNode = z.output<typeof accountFields> & { children: AccountNode[] }
const accountNode: z.ZodType<AccountNode> = accountFields.extend({
  children: z.lazy(() => z.array(accountNode)),
})

const costCenterFields = z.object(node)
export type CostCenterNode = z.output<typeof costCenterFields> & { children: CostCenterNode[] }
const costCenterNode: z.ZodType<CostCenterNode> = costCenterFields.extend({
  children: z.lazy(() => z.array(costCenterNode)),
})
const leaf = z.object({
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybeText,
  type: z.string(),
})

const entryForms = [
  'create-journal-entry',
  'update-journal-entry',
  'list-journal-entry',
  ...reportPermissions,
  // A payment method names its account.
  'update-setting',
  // A product may name the accounts it is posted to.
  'create-product',
  'update-product',
  'reconcile-bank',
  // A class of assets names its accounts, and money of a sale goes to one.
  'create-fixed-asset',
  'update-fixed-asset',
  'dispose-asset',
  // Opening balances are on accounts.
  financialYearPermissions.update,
] as const
/** The account for write-offs, and for corrections of earlier VAT returns. */
const accountForms = [
  'write-off-invoice',
  'write-off-bill',
  'update-income-payment',
  'update-expense-payment',
  'create-credit-note',
  'create-supplier-credit',
  'file-vat',
] as const
/** A row of an invoice or a bill names its cost center. */
const documentForms = ['create-invoice', 'update-invoice', 'create-bill', 'update-bill'] as const
/**
 * The purposes an account is chosen for: sales, purchases, cash, transfers, write-offs, corrections of earlier VAT
 * returns.
 */
export const accountPurposes = ['income', 'expense', 'cash', 'money', 'given_up', 'adjustment', 'entry'] as const
export const chartCalls = {
  accounts: defineCall({
    method: 'GET',
    path: '/accounting/chart-of-accounts',
    kind: 'tree',
    admission: [accountPermissions.list],
    labels: 'account',
    answer: accountNode,
  }),
  accountOptions: defineCall({
    method: 'GET',
    path: '/accounting/accounts/list',
    kind: 'options',
    admission: [accountPermissions.list, ...entryForms, ...accountForms],
    labels: 'account',
    query: z.object({ purpose: choice(accountPurposes).optional() }),
    answer: leaf,
  }),
  costCenters: defineCall({
    method: 'GET',
    path: '/accounting/cost-centers',
    kind: 'tree',
    admission: [costCenterPermissions.list],
    labels: 'cost_center',
    answer: costCenterNode,
  }),
  costCenterOptions: defineCall({
    method: 'GET',
    path: '/accounting/cost-centers/list',
    kind: 'options',
    admission: [costCenterPermissions.list, ...entryForms, ...documentForms],
    labels: 'cost_center',
    answer: leaf,
  }),
}

/** The form offers main and sub; the five categories are given and stay as they are. */
const nodeInput = z.object({
  number: code,
  name: text,
  name_en: text,
  type: choice(['main', 'sub']),
  status: activeStatus,
  description: optional(note),
  parent_id: optional(id),
  version,
})
const named = z.object({ id: z.int(), number: z.string(), name: z.string(), name_en: maybeText })
const nodeRecord = z.object({
  ...node,
  version: z.int(),
  /** Those directly below. */
  children: z.array(named),
  /** Of an account, as in the tree. */
  nature: maybeText,
  balance: wire.optional(),
  parent: z.union([named, z.null()]),
})
/** With `parent=1` the id is a parent to be: its names and the number its next child would get. */
const parentLookUp = z.object({ ...node, next_auto_number: z.string() })
const nodeCalls = (path: string, labels: string, permissions: typeof accountPermissions) => {
  const one = `${path}/:id`
  const params = z.object({ id })
  return {
    read: defineCall({
      method: 'GET',
      path: one,
      kind: 'item',
      admission: [permissions.read, permissions.create, permissions.update],
      labels,
      params,
      query: z.object({
        parent: z.preprocess((value) => (value === '' ? undefined : value), z.enum(['0', '1']).optional()),
      }),
      answer: z.union([parentLookUp, nodeRecord]),
    }),
    create: defineCall({
      method: 'POST',
      path,
      kind: 'create',
      admission: [permissions.create],
      labels,
      body: nodeInput,
      answer: nodeRecord,
    }),
    update: defineCall({
      method: 'POST',
      path: one,
      kind: 'update',
      admission: [permissions.update],
      labels,
      params,
      body: nodeInput,
      answer: nodeRecord,
    }),
    remove: defineCall({
      method: 'DELETE',
      path: one,
      kind: 'delete',
      admission: [permissions.delete],
      labels,
      params,
    }),
  }
}
export const nodeInputSchema = nodeInput
export const accountCalls = nodeCalls('/accounting/accounts', 'account', accountPermissions)
export const costCenterCalls = nodeCalls('/accounting/cost-centers', 'cost_center', costCenterPermissions)
