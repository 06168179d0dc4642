import { redirect } from '@tanstack/react-router'
import { holdsAny } from '#contract/access/permissions.ts'
import { readSession } from '../api/session.ts'
import { authorityOf } from '../api/useCan.ts'
import type { PageEntry, Params } from '../routes/PageEntry.ts'
import { keysOf } from '../routes/pageAt.ts'
import { addressOf, pages } from '../routes/pages.ts'

/** Lets a signed-in user onto a page, or says where to go instead. */
export function routeGuard(page: PageEntry, params: Params): void {
  const { user } = readSession()
  if (!user) return
  if (user.organization.status === 'pending') throw redirect({ to: '/onboarding' })
  if (holdsAny(authorityOf(user), keysOf(page, params))) return
  if (page.path !== '/') throw redirect({ to: '/access-denied' })
  // Unknown addresses lead home; without permission for home, to the first permitted page, never in a circle.
  const open = pages.find(
    ({ menu, ...page }) => menu && page.path !== '/' && holdsAny(authorityOf(user), page.permissions),
  )
  throw redirect({ to: open ? addressOf(open) : '/welcome' })
}
