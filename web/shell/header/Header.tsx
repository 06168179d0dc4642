import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import IconMenu from '~icons/tabler/layout-sidebar'
import { LanguageSwitch } from '../../i18n/LanguageSwitch.tsx'
import { ThemeButton } from '../theme/ThemeButton.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { DarkModeSwitch } from './DarkModeSwitch.tsx'
import classes from './Header.module.css'
import { SearchButton } from './SearchButton.tsx'
import { UserMenu } from './UserMenu.tsx'

type HeaderProps = {
  /** The switch of a navigation that can be hidden. */
  navigationLabel?: string
  onNavigation?: () => void
  /** Shown at the start instead of the breadcrumbs. */
  children?: ReactNode
}

/** Navigation switch and breadcrumbs at the start; search, language, theme, dark mode and the user at the end. */
export function Header({ navigationLabel, onNavigation, children = <Breadcrumbs /> }: HeaderProps) {
  return (
    <header className={classes.header}>
      {onNavigation && (
        <ActionIcon aria-label={navigationLabel} onClick={onNavigation}>
          <IconMenu className="turns" aria-hidden />
        </ActionIcon>
      )}
      {children}
      <div className={classes.end}>
        <SearchButton />
        <LanguageSwitch />
        <ThemeButton />
        <DarkModeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
