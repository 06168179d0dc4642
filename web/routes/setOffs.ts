import type { PageEntry } from './PageEntry.ts'

const path = '/accounting/set-offs'
const permissions = ['set-off-balances']
const below = { permissions, parent: path, words: ['setoffs', 'documents', 'paper'] }
export const setOffPages: readonly PageEntry[] = [
  {
    path,
    name: 'set_offs',
    permissions,
    menu: { group: 'accounting', tabOf: '/accounting/income-payments' },
    words: ['setoffs', 'documents'],
    load: () => import('../setoffs/SetOffsPage.tsx').then((m) => m.SetOffsPage),
  },
  {
    ...below,
    path: `${path}/create`,
    name: 'set_off_create',
    load: () => import('../setoffs/SetOffFormPage.tsx').then((m) => m.SetOffFormPage),
  },
  {
    ...below,
    path: `${path}/$id/view`,
    name: 'set_off_view',
    load: () => import('../setoffs/SetOffViewPage.tsx').then((m) => m.SetOffViewPage),
  },
]
