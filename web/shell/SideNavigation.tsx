import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/session.ts'
import { authorityOf } from '../api/useCan.ts'
import { Brand } from '../Brand.tsx'
import { addressOf } from '../pages.ts'
import { menuOf } from './menuOf.ts'
import classes from './SideNavigation.module.css'
import { useCurrentPage } from './useCurrentPage.ts'

type SideNavigationProps = { collapsed: boolean; onFollow?: () => void }

/** The pages a user may open, in groups; collapsed it shows the icons, with the names as tooltips. */
export function SideNavigation({ collapsed, onFollow }: SideNavigationProps) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const current = useCurrentPage()
  const sections = useMemo(() => menuOf(authorityOf(user)), [user])
  return (
    <nav className={classes.navigation} data-collapsed={collapsed || undefined} aria-label={t('menu.navigation')}>
      <Link to="/" className={classes.brand} onClick={onFollow}>
        <Brand compact={collapsed} />
      </Link>
      {sections.map(({ group, entries }) => (
        <div key={group} className={classes.section}>
          {group !== 'main' && <div className={classes.group}>{t(`groups.${group}`)}</div>}
          {entries.map((page) => (
            <Tooltip key={page.path} label={t(`pages.${page.name}`)} disabled={!collapsed} position="right">
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
          ))}
        </div>
      ))}
    </nav>
  )
}
