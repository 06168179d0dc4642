import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { reactions, readAhead } from '../api/client.ts'
import { readSession, restoreSession, subscribeSession } from '../api/session.ts'
import { loadWords } from '../i18n/i18n.ts'
import { BrokenPage } from '../ui/states/BrokenPage.tsx'
import { pages } from './pages.ts'
import { plainSearch } from './plainSearch.ts'
import { invitationPath, lawPath, publicPages } from './public.ts'
import { safePath } from './safePath.ts'
import { wordedPage } from './wordedPage.tsx'

const rootRoute = createRootRoute({ component: Outlet })

const outside = createRoute({
  getParentRoute: () => rootRoute,
  id: 'outside',
  beforeLoad: async ({ search }) => {
    const { phase } = await restoreSession()
    if (phase === 'in') throw redirect({ href: safePath((search as { redirectUrl?: string }).redirectUrl) })
  },
  loader: () => loadWords(['auth', 'errors']),
  component: wordedPage(() => import('../auth/AuthFrame.tsx').then((m) => m.AuthFrame)),
})

/** Signed in, and the set-up of the organization where it has to be. */
const inside = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const { phase } = await restoreSession()
    if (phase === 'out') throw redirect({ to: '/login', search: askedFor(location.href) })
  },
  loader: () => loadWords(['shell', 'errors']),
  component: wordedPage(() => import('../shell/SignedInRoot.tsx').then((m) => m.SignedInRoot)),
})

const framed = createRoute({
  getParentRoute: () => inside,
  id: 'framed',
  component: wordedPage(() => import('../shell/Frame.tsx').then((m) => m.Frame)),
})

/** The page of a link, signed in or not: a customer has no session, and the sender may view it. */
const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p/$token',
  loader: () => loadWords(['publicPage']),
  component: wordedPage(() => import('../public-page/PublicPage.tsx').then((m) => m.PublicPage), ['publicPage']),
})

/** Below the mail of an organization: its reader stops it. */
const stopRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stop/$token',
  loader: () => loadWords(['publicPage']),
  component: wordedPage(() => import('../public-page/StopMailPage.tsx').then((m) => m.StopMailPage), ['publicPage']),
})

/** Opened by a link, by a signed-in person as well. */
const linked = createRoute({
  getParentRoute: () => rootRoute,
  id: 'linked',
  beforeLoad: async () => {
    await restoreSession()
  },
  loader: () => loadWords(['auth', 'errors']),
  component: wordedPage(() => import('../auth/AuthFrame.tsx').then((m) => m.AuthFrame)),
})

const invitationRoute = createRoute({
  getParentRoute: () => linked,
  path: invitationPath,
  component: wordedPage(() => import('../auth/invitation/InvitationPage.tsx').then((m) => m.InvitationPage)),
})

const lawRoute = createRoute({
  getParentRoute: () => linked,
  path: lawPath,
  loader: () => loadWords(['law']),
  component: wordedPage(() => import('../law/LawPage.tsx').then((m) => m.LawPage), ['law']),
})

const publicRoutes = publicPages.map(({ path, load }) =>
  createRoute({ getParentRoute: () => outside, path, component: wordedPage(load) }),
)

const pageRoutes = pages.map((entry) => {
  const { path, name, words, load } = entry
  return createRoute({
    getParentRoute: () => framed,
    path,
    // The guard knows the permissions' spelling, which the sign-in pages need not load.
    beforeLoad: async ({ params }) => (await import('../shell/routeGuard.ts')).routeGuard(entry, params),
    loader: ({ params, cause }) => {
      if (cause === 'enter') for (const path of entry.reads?.(params) ?? []) readAhead(path)
      return loadWords(words)
    },
    component: wordedPage(load, words, name),
  })
})

const onboardingRoute = createRoute({
  getParentRoute: () => inside,
  path: '/onboarding',
  beforeLoad: () => {
    if (readSession().user?.organization.status !== 'pending') throw redirect({ to: '/' })
  },
  loader: () => loadWords(['organization']),
  component: wordedPage(
    () => import('../organization/OnboardingPage.tsx').then((m) => m.OnboardingPage),
    ['organization'],
  ),
})

/** The settings begin with the organization. */
const settingsRoute = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/organization', replace: true })
  },
})

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    outside.addChildren(publicRoutes),
    sharedRoute,
    stopRoute,
    linked.addChildren([invitationRoute, lawRoute]),
    inside.addChildren([framed.addChildren(pageRoutes), onboardingRoute, settingsRoute]),
    unknownRoute,
  ]),
  ...plainSearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

// A session that ends while a page is open leads to the sign-in, and back here afterwards.
subscribeSession(() => {
  const { pathname, href } = router.state.location
  const isPublic =
    /^\/(p|stop)\//.test(pathname) ||
    [invitationPath, lawPath, ...publicPages.map(({ path }) => path)].includes(pathname)
  if (readSession().phase === 'out' && !isPublic)
    void router.navigate({ to: '/login', search: askedFor(href), ignoreBlocker: true })
})

// A required step is done in the user's own account.
reactions.secondFactorMissing = () => void router.navigate({ to: '/account' })

function askedFor(href: string): { redirectUrl?: string } {
  return href === '/' ? {} : { redirectUrl: href }
}
