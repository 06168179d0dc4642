import type { ReactNode } from 'react'
import { currentLanguage, directionOf } from './i18n.ts'

/** Words and embedded text read in the direction of their own language, independent of the page's language. */
export function BidiText({ children }: { children: ReactNode }) {
  return <bdi dir={directionOf(currentLanguage())}>{children}</bdi>
}
