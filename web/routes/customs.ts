import type { PageEntry } from './PageEntry.ts'

const path = '/purchases/customs-declarations'
const below = { parent: path, words: ['customs', 'documents', 'paper', 'payments'] }
export const customsPages: readonly PageEntry[] = [
  {
    path,
    name: 'customs_declarations',
    permissions: ['list-bill'],
    menu: { group: 'purchases', tabOf: '/purchases/bills' },
    words: below.words,
    load: () => import('../customs/CustomsPage.tsx').then((m) => m.CustomsPage),
  },
  {
    ...below,
    path: `${path}/create`,
    name: 'customs_declaration_create',
    permissions: ['create-customs-declaration'],
    load: () => import('../customs/CustomsFormPages.tsx').then((m) => m.CustomsCreatePage),
  },
  {
    ...below,
    path: `${path}/$id`,
    name: 'customs_declaration_edit',
    permissions: ['create-customs-declaration'],
    load: () => import('../customs/CustomsFormPages.tsx').then((m) => m.CustomsEditPage),
  },
  {
    ...below,
    path: `${path}/$id/view`,
    name: 'customs_declaration_view',
    permissions: ['read-bill'],
    load: () => import('../customs/CustomsViewPage.tsx').then((m) => m.CustomsViewPage),
  },
]
