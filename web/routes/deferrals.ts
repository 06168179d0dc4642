import type { PageEntry } from './PageEntry.ts'

export const deferralsPage: PageEntry = {
  path: '/accounting/deferrals',
  name: 'deferrals',
  permissions: ['list-journal-entry'],
  menu: { group: 'accounting', tabOf: '/accounting/month-close' },
  words: ['deferrals'],
  load: () => import('../deferrals/DeferralsPage.tsx').then((m) => m.DeferralsPage),
}
