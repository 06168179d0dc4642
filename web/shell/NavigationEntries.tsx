import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../pages.ts'
import type { MenuSection } from './menuOf.ts'
import classes from './SideNavigation.module.css'
import { useCurrentPage } from './useCurrentPage.ts'

type NavigationEntriesProps = { entries: MenuSection['entries']; collapsed: boolean; onFollow?: () => void }

/** The pages of one group, one below the other, with a divider before what is arranged once. */
export function NavigationEntries({ entries, collapsed, onFollow }: NavigationEntriesProps) {
  const { t } = useTranslation('shell')
  const current = useCurrentPage()
  const firstSetting = entries.find(({ menu }) => menu.settings)
  return entries.map((page) => (
    <Fragment key={page.path}>
      {page === firstSetting && (
        <div className={classes.divider} data-collapsed={collapsed || undefined}>
          {!collapsed && t('groups.settings_divider')}
        </div>
      )}
      <Tooltip label={t(`pages.${page.name}`)} disabled={!collapsed} position="right">
        <Link
          to={addressOf(page)}
          className={classes.entry}
          data-current={page.path === current?.path || page.path === current?.parent || undefined}
          onClick={onFollow}
        >
          <page.menu.icon className={classes.icon} aria-hidden />
          <span className={classes.name}>{t(`pages.${page.name}`)}</span>
        </Link>
      </Tooltip>
    </Fragment>
  ))
}
