import type { ReactNode } from 'react'
import { currentLanguage, directionOf } from './i18n.ts'

/** Words and the islands among them read in the direction of their language, whichever was chosen for the page. */
export function BidiText({ children }: { children: ReactNode }) {
  return <bdi dir={directionOf(currentLanguage())}>{children}</bdi>
}
