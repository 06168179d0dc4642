import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'

/** The namespaces of the page being shown: the kit looks for names and labels there before the common ones. */
export const PageWords = createContext<readonly string[]>([])

/** Its name in the table of pages, where its title is `shell:pages.<name>`. */
export const PageName = createContext('')

/** Translates in the page's own namespaces first, then in `common`. */
export function useWords() {
  const namespaces = use(PageWords)
  return useTranslation([...namespaces, 'common'])
}
