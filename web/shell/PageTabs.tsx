import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PageTabs.module.css'
import { useCurrentPage } from './useCurrentPage.ts'
import { useMenu } from './useMenu.ts'

const wholeAddress = { exact: true, includeSearch: false } as const

/** The pages that share an entry of the menu, next to each other above each of them; nothing above a page on its own. */
export function PageTabs() {
  const { t } = useTranslation('shell')
  const page = useCurrentPage()
  const sections = useMenu()
  const line = useRef<HTMLElement>(null)
  const path = page?.path
  useEffect(() => {
    if (path) line.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  const entry = sections
    .flatMap(({ entries }) => entries)
    .find(({ tabs }) => tabs.some(({ address }) => address === path))
  if (!entry || entry.tabs.length < 2) return null
  return (
    <nav ref={line} className={classes.tabs} aria-label={t('menu.tabs', { name: t(`pages.${entry.name}`) })}>
      {entry.tabs.map(({ name, address }) => (
        <Link key={address} to={address} className={classes.tab} activeOptions={wholeAddress}>
          {t([`tabs.${name}`, `pages.${name}`])}
        </Link>
      ))}
    </nav>
  )
}
