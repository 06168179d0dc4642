import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'
import type { MenuSection } from './menuOf.ts'
import classes from './SideNavigation.module.css'
import { useIsCurrent } from './useIsCurrent.ts'

type NavigationEntriesProps = { entries: MenuSection['entries']; collapsed: boolean; onFollow?: () => void }

/** The pages of one group, one below the other, with a divider before what is arranged once. */
export function NavigationEntries({ entries, collapsed, onFollow }: NavigationEntriesProps) {
  const { t } = useTranslation('shell')
  const isCurrent = useIsCurrent()
  const firstSetting = entries.find(({ menu }) => menu.settings)
  return entries.map((entry) => (
    <Fragment key={entry.address}>
      {entry === firstSetting && (
        <div className={classes.divider} data-collapsed={collapsed || undefined}>
          {!collapsed && t('groups.settings_divider')}
        </div>
      )}
      <Tooltip label={collapsed ? t(`pages.${entry.name}`) : undefined} position="right">
        <Link
          to={entry.address}
          className={classes.entry}
          data-current={isCurrent(entry) || undefined}
          onClick={onFollow}
        >
          <entry.menu.icon className={classes.icon} aria-hidden />
          <span className={classes.name}>{t(`pages.${entry.name}`)}</span>
        </Link>
      </Tooltip>
    </Fragment>
  ))
}
