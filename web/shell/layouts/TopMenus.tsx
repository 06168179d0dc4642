import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import IconOpen from '~icons/tabler/chevron-down'
import { addressOf } from '../../pages.ts'
import type { MenuSection } from '../menuOf.ts'
import { useCurrentPage } from '../useCurrentPage.ts'
import { useMenu } from '../useMenu.ts'
import classes from './TopNavigation.module.css'

/** The navigation as one line: a group opens a menu, what belongs to no group is a link of its own. */
export function TopMenus() {
  const { t } = useTranslation('shell')
  const sections = useMenu()
  return (
    <nav className={classes.line} aria-label={t('menu.navigation')}>
      {sections.map((section) =>
        section.group === 'main' || section.group === 'other' ? (
          <Links key={section.group} section={section} />
        ) : (
          <Group key={section.group} section={section} />
        ),
      )}
    </nav>
  )
}

function Links({ section }: { section: MenuSection }) {
  const { t } = useTranslation('shell')
  const current = useCurrentPage()
  return section.entries.map((page) => (
    <Link
      key={page.path}
      to={addressOf(page)}
      className={classes.item}
      data-current={page.path === current?.path || page.path === current?.parent || undefined}
    >
      <page.menu.icon className={classes.icon} aria-hidden />
      {t(`pages.${page.name}`)}
    </Link>
  ))
}

function Group({ section: { group, entries } }: { section: MenuSection }) {
  const { t } = useTranslation('shell')
  const current = useCurrentPage()
  const isCurrent = ({ path }: { path: string }) => path === current?.path || path === current?.parent
  const firstSetting = entries.find(({ menu }) => menu.settings)
  return (
    <Menu position="bottom-start" withinPortal width={230} trigger="click-hover" openDelay={80} closeDelay={140}>
      <Menu.Target>
        <button type="button" className={classes.item} data-current={entries.some(isCurrent) || undefined}>
          {t(`groups.${group}`)}
          <IconOpen className={classes.arrow} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((page) => (
          <Fragment key={page.path}>
            {page === firstSetting && (
              <>
                <Menu.Divider />
                <Menu.Label>{t('groups.settings_divider')}</Menu.Label>
              </>
            )}
            <Menu.Item
              leftSection={<page.menu.icon className={classes.icon} aria-hidden />}
              renderRoot={(props) => <Link {...props} to={addressOf(page)} />}
              fw={isCurrent(page) ? 600 : undefined}
            >
              {t(`pages.${page.name}`)}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
