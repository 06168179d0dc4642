import type { PageEntry } from './PageEntry.ts'

export const importPage: PageEntry = {
  path: '/settings/import/$id',
  name: 'import',
  permissions: ['import-records'],
  parent: '/settings/$section',
  words: ['imports'],
  load: () => import('../imports/ImportPage.tsx').then((m) => m.ImportPage),
}
