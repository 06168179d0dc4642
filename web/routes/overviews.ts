import { createElement } from 'react'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import type { PageEntry } from './PageEntry.ts'

const partyPage = (side: Side, path: string): PageEntry => ({
  path: `${path}/$id/view`,
  name: `${side.party}_view`,
  permissions: [`read-${side.party}`],
  parent: path,
  words: ['parties', 'overview'],
  load: () => import('../overview/PartyViewPage.tsx').then((m) => () => createElement(m.PartyViewPage, { side })),
})

/** The pages of a customer, a supplier, a product and an account. */
export const customerViewPage = partyPage(sales, '/sales/customers')
export const supplierViewPage = partyPage(purchases, '/purchases/suppliers')
export const productViewPage: PageEntry = {
  path: '/inventory/products/$id/view',
  name: 'product_view',
  permissions: ['read-product'],
  parent: '/inventory/products',
  words: ['catalog', 'overview', 'reports'],
  load: () => import('../overview/ProductViewPage.tsx').then((m) => m.ProductViewPage),
}
export const accountViewPage: PageEntry = {
  path: '/accounting/chart-of-accounts/$id/view',
  name: 'account_view',
  permissions: ['read-chart-of-account'],
  parent: '/accounting/chart-of-accounts',
  words: ['chart', 'overview', 'reports'],
  load: () => import('../overview/AccountViewPage.tsx').then((m) => m.AccountViewPage),
}
