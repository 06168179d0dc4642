import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OrganizationSwitch } from '../memberships/OrganizationSwitch.tsx'
import { Brand } from './Brand.tsx'
import { NavigationGroup } from './NavigationGroup.tsx'
import classes from './SideNavigation.module.css'
import { useFoldedGroups } from './useFoldedGroups.ts'
import { useMenu } from './useMenu.ts'

type SideNavigationProps = { collapsed: boolean; onFollow?: () => void }

/**
 * The pages a user may open, in groups that fold, below the name of the organization. Collapsed it shows the icons, with the
 * names as tooltips.
 */
export function SideNavigation({ collapsed, onFollow }: SideNavigationProps) {
  const { t } = useTranslation('shell')
  const sections = useMenu()
  const folds = useFoldedGroups()
  return (
    <nav className={classes.navigation} data-collapsed={collapsed || undefined} aria-label={t('menu.navigation')}>
      <Link to="/" className={classes.brand} onClick={onFollow}>
        <Brand compact={collapsed} />
      </Link>
      {!collapsed && <OrganizationSwitch className={classes.company ?? ''} onFollow={onFollow} />}
      {sections.map((section) => (
        <NavigationGroup
          key={section.group}
          section={section}
          folds={folds}
          collapsed={collapsed}
          onFollow={onFollow}
        />
      ))}
    </nav>
  )
}
