import type { PageEntry } from './PageEntry.ts'

const path = '/purchases/bill-inbox'
const permissions = ['create-bill']
export const billInboxPages: readonly PageEntry[] = [
  {
    path,
    name: 'bill_inbox',
    permissions,
    menu: { group: 'purchases', tabOf: '/purchases/bills' },
    words: ['billInbox'],
    load: () => import('../bill-inbox/BillInboxPage.tsx').then((m) => m.BillInboxPage),
  },
  {
    path: `${path}/$id`,
    name: 'bill_paper',
    permissions,
    parent: path,
    words: ['documents', 'advances', 'billInbox'],
    load: () => import('../bill-inbox/BillPaperPage.tsx').then((m) => m.BillPaperPage),
  },
]
