import { z } from 'zod'
import { maybe } from './fields/answer.ts'
import { wire } from './fields/decimal.ts'
import { defineCall, verbs } from './kit/resource.ts'

export const accountPermissions = verbs('chart-of-account')
export const costCenterPermissions = verbs('cost-center')

const node = {
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybe(z.string()),
  description: maybe(z.string()),
  type: z.enum(['category', 'main', 'sub']),
  status: z.string(),
  parent_id: maybe(z.int()),
}
const accountFields = z.object({
  ...node,
  nature: z.enum(['D', 'C']),
  /** In the account's own nature, rolled up over its children; exact at once. */
  balance: wire,
})
export type AccountNode = z.output<typeof accountFields> & { children: AccountNode[] }
export const accountNode: z.ZodType<AccountNode> = accountFields.extend({
  children: z.lazy(() => z.array(accountNode)),
})

const costCenterFields = z.object(node)
export type CostCenterNode = z.output<typeof costCenterFields> & { children: CostCenterNode[] }
export const costCenterNode: z.ZodType<CostCenterNode> = costCenterFields.extend({
  children: z.lazy(() => z.array(costCenterNode)),
})
const leaf = z.object({
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybe(z.string()),
  type: z.string(),
})

const entryForms = ['create-journal-entry', 'update-journal-entry', 'list-journal-entry', 'list-reports'] as const
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
    admission: [accountPermissions.list, ...entryForms],
    labels: 'account',
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
    admission: [costCenterPermissions.list, ...entryForms],
    labels: 'cost_center',
    answer: leaf,
  }),
}
