import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import IconOpen from '~icons/tabler/chevron-down'
import { EntryIcon } from '../EntryIcon.tsx'
import type { MenuSection } from '../menuOf.ts'
import { useIsCurrent } from '../useIsCurrent.ts'
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
  const isCurrent = useIsCurrent()
  return section.entries.map((entry) => (
    <Link key={entry.address} to={entry.address} className={classes.item} data-current={isCurrent(entry) || undefined}>
      <EntryIcon name={entry.name} className={classes.icon} />
      {t(`pages.${entry.name}`)}
    </Link>
  ))
}

function Group({ section: { group, entries } }: { section: MenuSection }) {
  const { t } = useTranslation('shell')
  const isCurrent = useIsCurrent()
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
        {entries.map((entry) => (
          <Fragment key={entry.address}>
            {entry === firstSetting && (
              <>
                <Menu.Divider />
                <Menu.Label>{t('groups.settings_divider')}</Menu.Label>
              </>
            )}
            <Menu.Item
              leftSection={<EntryIcon name={entry.name} className={classes.icon} />}
              renderRoot={(props) => <Link {...props} to={entry.address} />}
              fw={isCurrent(entry) ? 600 : undefined}
            >
              {t(`pages.${entry.name}`)}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
