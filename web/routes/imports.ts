import type { PageEntry } from './PageEntry.ts'

export const importPage: PageEntry = {
  path: '/settings/import/$id',
  name: 'import',
  permissions: ['import-records'],
  parent: '/settings/$section',
  parentParams: { section: 'import' },
  words: ['imports', 'organization'],
  load: () => import('../imports/ImportPage.tsx').then((m) => m.ImportPage),
}
