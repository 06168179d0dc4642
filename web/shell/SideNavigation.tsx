import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import IconFold from '~icons/tabler/chevron-down'
import { OrganizationSwitch } from '../memberships/OrganizationSwitch.tsx'
import { Brand } from './Brand.tsx'
import { NavigationEntries } from './NavigationEntries.tsx'
import classes from './SideNavigation.module.css'
import { useFoldedGroups } from './useFoldedGroups.ts'
import { useIsCurrent } from './useIsCurrent.ts'
import { useMenu } from './useMenu.ts'

type SideNavigationProps = { collapsed: boolean; onFollow?: () => void }

/**
 * The pages a user may open, in groups that fold, below the name of the organization; a folded group keeps the current page in
 * sight. Collapsed it shows the icons, with the names as tooltips.
 */
export function SideNavigation({ collapsed, onFollow }: SideNavigationProps) {
  const { t } = useTranslation('shell')
  const sections = useMenu()
  const { folded, toggle } = useFoldedGroups()
  const isCurrent = useIsCurrent()
  return (
    <nav className={classes.navigation} data-collapsed={collapsed || undefined} aria-label={t('menu.navigation')}>
      <Link to="/" className={classes.brand} onClick={onFollow}>
        <Brand compact={collapsed} />
      </Link>
      {!collapsed && <OrganizationSwitch className={classes.company ?? ''} onFollow={onFollow} />}
      {sections.map(({ group, entries }) => {
        const isFolded = !collapsed && group !== 'main' && folded.has(group)
        const shown = isFolded ? entries.filter(isCurrent) : entries
        return (
          <div key={group} className={classes.section}>
            {group !== 'main' &&
              (collapsed ? (
                <div className={classes.group}>{t(`groups.${group}`)}</div>
              ) : (
                <button type="button" className={classes.group} aria-expanded={!isFolded} onClick={() => toggle(group)}>
                  {t(`groups.${group}`)}
                  <IconFold className={classes.fold} data-folded={isFolded || undefined} aria-hidden />
                </button>
              ))}
            <NavigationEntries entries={shown} collapsed={collapsed} onFollow={onFollow} />
          </div>
        )
      })}
    </nav>
  )
}
