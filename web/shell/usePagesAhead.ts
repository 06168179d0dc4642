import { useEffect } from 'react'
import { loadWords } from '../i18n/i18n.ts'
import { pages } from '../routes/pages.ts'
import { useCurrentPage } from './useCurrentPage.ts'

/** How long to wait in browsers that cannot report that they are idle. */
const restMs = 1_500

/** Loads the pages below a list while it is looked at, so that a record and a new one open at once. Not where data is dear. */
export function usePagesAhead(): void {
  const page = useCurrentPage()
  useEffect(() => {
    const isDear = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
    if (!page?.menu || isDear) return
    const below = pages.filter(({ parent }) => parent === page.path)
    const load = () => {
      // What does not come now comes when it is opened.
      for (const { load, words } of below) Promise.all([load(), loadWords(words)]).catch(() => {})
    }
    const timer = setTimeout(load, restMs)
    return () => clearTimeout(timer)
  }, [page])
}
