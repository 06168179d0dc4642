import { createElement } from 'react'
import type { PageEntry } from './PageEntry.ts'

const pageOf = (side: 'sales' | 'purchases', path: string, name: string, entity: string): PageEntry => ({
  path: `/accounting/opening/${path}/$id/view`,
  name,
  permissions: [`read-${entity}`, `update-${entity}`],
  parent: '/accounting/opening',
  words: ['opening', 'payments', 'documents', 'paper'],
  load: () =>
    import('../opening/OpeningCreditPage.tsx').then((m) => () => createElement(m.OpeningCreditPage, { side })),
})
/** The opening balances on paper, and opening credits. */
export const openingPages: readonly PageEntry[] = [
  {
    path: '/accounting/opening/paper',
    name: 'opening_paper',
    permissions: ['update-financialYear'],
    parent: '/accounting/opening',
    words: ['opening', 'paper'],
    load: () => import('../opening/OpeningPaperPage.tsx').then((m) => m.OpeningPaperPage),
  },
  pageOf('sales', 'customer-credits', 'opening_customer_credit_view', 'income-payment'),
  pageOf('purchases', 'supplier-credits', 'opening_supplier_credit_view', 'expense-payment'),
]
