import type { ReactNode } from 'react'
import { currentLanguage } from '../../i18n/i18n.ts'
import classes from './Sheet.module.css'

/** The same in the other language, smaller below it: paper goes to readers of either, the screen has its own switch. */
export function OtherLanguage({ children }: { children: ReactNode }) {
  const isArabic = currentLanguage() === 'ar'
  return (
    <span className={classes.other} aria-hidden>
      <bdi lang={isArabic ? 'en' : 'ar'} dir={isArabic ? 'ltr' : 'rtl'}>
        {children}
      </bdi>
    </span>
  )
}
