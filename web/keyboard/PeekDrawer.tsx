import { Drawer } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readAhead } from '../api/client.ts'
import { loadWords } from '../i18n/i18n.ts'
import { pageAt } from '../routes/pageAt.ts'
import { plainSearch } from '../routes/plainSearch.ts'
import { wordedPage } from '../routes/wordedPage.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Keyboard.module.css'
import { focusRow, rowAddress, rowFrom } from './listRows.ts'

type PeekDrawerProps = { address: string; onPeek: (address: string) => void; onClose: () => void }

/** A record of the list at the side of it. J and K go on to the next and previous row; a link leaves the list for its page. */
export function PeekDrawer({ address, onPeek, onClose }: PeekDrawerProps) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const router = useMemo(() => routerOf(address), [address])
  const leave = useEffectEvent((href: string) => {
    if (href === address) return
    const { pathname, search } = new URL(href, location.origin)
    onClose()
    void navigate({ to: pathname, search: plainSearch.parseSearch(search) })
  })
  useEffect(() => router?.history.subscribe(({ location: { href } }) => leave(href)), [router])
  const goBack = () => {
    onClose()
    // The drawer returns the focus to where it came from; the last viewed row is further down.
    setTimeout(() => {
      const row = rowFrom(address, 0)
      if (row) focusRow(row)
    })
  }
  const walk = (event: KeyboardEvent) => {
    const taking = event.code === 'Space' ? 'input, textarea, button, a' : 'input, textarea, [role="menu"]'
    if ((event.target as Element).closest(taking)) return
    const step = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }[event.code] as 1 | -1 | undefined
    if (event.code === 'Space') goBack()
    else if (!step) return
    else {
      const row = rowFrom(address, step)
      const next = row && rowAddress(row)
      if (next) onPeek(next)
    }
    event.preventDefault()
  }
  if (!router) return null
  return (
    <Drawer
      opened
      onClose={goBack}
      returnFocus={false}
      position="right"
      size="min(860px, 92vw)"
      title={t('peek')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      className={classes.peek}
      onKeyDown={walk}
    >
      <RouterProvider router={router} />
    </Drawer>
  )
}

/** A router of its own for one address: the page works as it does alone, and the list keeps its place behind it. */
function routerOf(address: string) {
  const found = pageAt(new URL(address, location.origin).pathname)
  if (!found) return null
  const { path, words, name, load, reads } = found.page
  const root = createRootRoute({ component: Outlet, notFoundComponent: () => null })
  const route = createRoute({
    getParentRoute: () => root,
    path,
    loader: ({ params }) => {
      for (const call of reads?.(params) ?? []) readAhead(call)
      return loadWords(words)
    },
    pendingComponent: LoadingState,
    pendingMs: 150,
    component: wordedPage(load, words, name),
  })
  return createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    ...plainSearch,
  })
}
