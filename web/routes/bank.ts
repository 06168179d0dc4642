import type { PageEntry } from './PageEntry.ts'

const path = '/accounting/bank-reconciliations'
const permissions = ['reconcile-bank']
const below = { permissions, parent: path }
const statements = '/accounting/bank-statements'
export const bankPages: readonly PageEntry[] = [
  {
    path: statements,
    name: 'bank_statements',
    permissions,
    menu: { group: 'accounting', entry: 'bank' },
    words: ['bankStatements'],
    load: () => import('../bank-statements/StatementsPage.tsx').then((m) => m.StatementsPage),
  },
  {
    permissions,
    path: '/accounting/bank-rules',
    name: 'bank_rules',
    menu: { group: 'accounting', tabOf: statements },
    words: ['bankStatements'],
    load: () => import('../bank-statements/RulesPage.tsx').then((m) => m.RulesPage),
  },
  {
    permissions,
    parent: statements,
    path: `${statements}/$id`,
    name: 'bank_statement',
    words: ['bankStatements'],
    load: () => import('../bank-statements/MatchingPage.tsx').then((m) => m.MatchingPage),
  },
  {
    path,
    name: 'bank_reconciliations',
    permissions,
    menu: { group: 'accounting', tabOf: statements },
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
