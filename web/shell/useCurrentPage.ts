import { useMatches } from '@tanstack/react-router'
import type { PageEntry } from '../routes/PageEntry.ts'
import { pages } from '../routes/pages.ts'

/** The row of the table of pages that is being shown. */
export function useCurrentPage(): PageEntry | undefined {
  const path = useMatches().at(-1)?.fullPath as string | undefined
  return pages.find((entry) => entry.path === path || `${entry.path}/` === path)
}
