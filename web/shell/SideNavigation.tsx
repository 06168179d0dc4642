import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Brand } from './Brand.tsx'
import { NavigationEntries } from './NavigationEntries.tsx'
import classes from './SideNavigation.module.css'
import { useMenu } from './useMenu.ts'

type SideNavigationProps = { collapsed: boolean; onFollow?: () => void }

/** The pages a user may open, in groups; collapsed it shows the icons, with the names as tooltips. */
export function SideNavigation({ collapsed, onFollow }: SideNavigationProps) {
  const { t } = useTranslation('shell')
  const sections = useMenu()
  return (
    <nav className={classes.navigation} data-collapsed={collapsed || undefined} aria-label={t('menu.navigation')}>
      <Link to="/" className={classes.brand} onClick={onFollow}>
        <Brand compact={collapsed} />
      </Link>
      {sections.map(({ group, entries }) => (
        <div key={group} className={classes.section}>
          {group !== 'main' && <div className={classes.group}>{t(`groups.${group}`)}</div>}
          <NavigationEntries entries={entries} collapsed={collapsed} onFollow={onFollow} />
        </div>
      ))}
    </nav>
  )
}
