import type { PageEntry } from './PageEntry.ts'

export const eInvoicingPage: PageEntry = {
  path: '/sales/e-invoicing',
  name: 'e_invoicing',
  permissions: ['list-invoice'],
  menu: { group: 'sales', tabOf: '/sales/invoices' },
  words: ['eInvoicing', 'eInvoice'],
  load: () => import('../e-invoicing/EDocumentsPage.tsx').then((m) => m.EDocumentsPage),
}
