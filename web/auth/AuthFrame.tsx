import { Outlet } from '@tanstack/react-router'
import { LanguageSwitch } from '../i18n/LanguageSwitch.tsx'
import { Brand } from '../shell/Brand.tsx'
import classes from './AuthFrame.module.css'

/** The page before the sign-in: the brand, one form, the other language. */
export function AuthFrame() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand compact={false} />
        <LanguageSwitch />
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
