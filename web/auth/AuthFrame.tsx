import { Outlet } from '@tanstack/react-router'
import { Brand } from '../Brand.tsx'
import { LanguageSwitch } from '../words/LanguageSwitch.tsx'
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
