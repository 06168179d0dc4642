import { ActionIcon } from '@mantine/core'
import IconMenu from '~icons/tabler/layout-sidebar'
import { LanguageSwitch } from '../../words/LanguageSwitch.tsx'
import { Crumbs } from './Crumbs.tsx'
import { DarkModeSwitch } from './DarkModeSwitch.tsx'
import classes from './Header.module.css'
import { UserMenu } from './UserMenu.tsx'

type HeaderProps = { navigationLabel: string; onNavigation: () => void }

/** Navigation switch and breadcrumbs at the start; language, dark mode and the user at the end. */
export function Header({ navigationLabel, onNavigation }: HeaderProps) {
  return (
    <header className={classes.header}>
      <ActionIcon aria-label={navigationLabel} onClick={onNavigation}>
        <IconMenu className="turns" aria-hidden />
      </ActionIcon>
      <Crumbs />
      <div className={classes.end}>
        <LanguageSwitch />
        <DarkModeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}
