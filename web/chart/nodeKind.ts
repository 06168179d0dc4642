import {
  accountCalls,
  accountPermissions,
  chartCalls,
  costCenterCalls,
  costCenterPermissions,
  nodeInputSchema,
} from '#contract/chart.ts'
import type { Permissions } from '#contract/crud-permissions.ts'
import type { Call, Resource } from '#contract/kit/resource.ts'

/** The common fields of a row of either tree. Only accounts have a balance. */
export type ChartNode = {
  id: number
  number: string
  name: string
  name_en: string | null
  type: 'category' | 'main' | 'sub'
  status: string
  parent_id: number | null
  balance?: number
  children: ChartNode[]
}

/** One of the two trees, in facts. */
export type NodeKind = {
  resource: Resource
  tree: Call
  /** With `parent=1`, the parent to be and the number its next child would get. */
  read: Call
  /** A new node may stand at the root. */
  hasRoots: boolean
  hasBalances: boolean
  /** Where the pages of its nodes are. */
  viewPath?: string
}

export const accountKind: NodeKind = {
  resource: resourceOf('account', '/accounting/accounts', accountCalls, accountPermissions),
  tree: chartCalls.accounts,
  read: accountCalls.read,
  hasRoots: false,
  hasBalances: true,
  viewPath: '/accounting/chart-of-accounts',
}
export const costCenterKind: NodeKind = {
  resource: resourceOf('cost_center', '/accounting/cost-centers', costCenterCalls, costCenterPermissions),
  tree: chartCalls.costCenters,
  read: costCenterCalls.read,
  hasRoots: true,
  hasBalances: false,
}

/** A tree has no paged list, but its drawer and its deletion are those of any resource: the kit sees it as one. */
function resourceOf(name: string, path: string, calls: object, permissions: Permissions): Resource {
  const list = { search: [], sort: ['number'], order: 'number', filter: {} }
  // A node of the chart has no list call and no search, which its pages do not use.
  return { name, path, calls, permissions, input: nodeInputSchema, list } as unknown as Resource
}
