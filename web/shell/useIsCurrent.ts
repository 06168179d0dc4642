import { useLocation } from '@tanstack/react-router'
import { addressOf, pages } from '../routes/pages.ts'
import { isShortcut, type MenuEntry } from './menuOf.ts'
import { useCurrentPage } from './useCurrentPage.ts'

/** Tells of an entry of the menu whether the page being shown is one of its tabs, or a page below one. */
export function useIsCurrent(): (entry: Pick<MenuEntry, 'tabs'>) => boolean {
  const { pathname } = useLocation()
  const page = useCurrentPage()
  const above = page && (pages.find(({ path }) => path === page.parent) ?? page)
  const current = isShortcut(pathname) || !above ? pathname : addressOf(above)
  return ({ tabs }) => tabs.some(({ address }) => address === current)
}
