import type { PageEntry } from './PageEntry.ts'

const path = '/accounting/bank-reconciliations'
const permissions = ['reconcile-bank']
const below = { permissions, parent: path }
export const bankPages: readonly PageEntry[] = [
  {
    path,
    name: 'bank_reconciliations',
    permissions,
    menu: { group: 'accounting' },
    words: ['bank'],
    load: () => import('../bank/ReconciliationsPage.tsx').then((m) => m.ReconciliationsPage),
  },
  {
    ...below,
    path: `${path}/create`,
    name: 'bank_reconciliation_create',
    words: ['bank', 'history'],
    load: () => import('../bank/ReconciliationFormPages.tsx').then((m) => m.ReconciliationCreatePage),
  },
  {
    ...below,
    path: `${path}/$id`,
    name: 'bank_reconciliation_edit',
    words: ['bank', 'history'],
    load: () => import('../bank/ReconciliationFormPages.tsx').then((m) => m.ReconciliationEditPage),
  },
  {
    ...below,
    path: `${path}/$id/view`,
    name: 'bank_reconciliation_view',
    words: ['bank', 'history', 'paper'],
    load: () => import('../bank/ReconciliationViewPage.tsx').then((m) => m.ReconciliationViewPage),
  },
]
