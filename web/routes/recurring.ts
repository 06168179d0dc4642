import type { PageEntry } from './PageEntry.ts'

export const recurringPage: PageEntry = {
  path: '/recurring',
  name: 'recurring',
  permissions: ['list-invoice', 'list-bill', 'list-journal-entry'],
  menu: { group: 'sales', tabOf: '/sales/invoices' },
  words: ['recurring'],
  load: () => import('../recurring/RecurringPage.tsx').then((m) => m.RecurringPage),
}
