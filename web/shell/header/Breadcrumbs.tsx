import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import IconSeparator from '~icons/tabler/chevron-right'
import type { PageEntry } from '../../routes/PageEntry.ts'
import { addressOf, pages } from '../../routes/pages.ts'
import { useCurrentPage } from '../useCurrentPage.ts'
import classes from './Crumbs.module.css'

/** The position of this page: its group, its list, itself; also the title of the browser tab. */
export function Breadcrumbs() {
  const { t } = useTranslation('shell')
  const page = useCurrentPage()
  const params = useParams({ strict: false })
  const title = page ? `${titleOf(page)} · ${t('common:product')}` : t('common:product')
  useEffect(() => {
    document.title = title
  }, [title])
  if (!page) return null
  const parent = pages.find((entry) => entry.path === page.parent)
  const group = (parent ?? page).menu?.group
  // Home and pages without a group have no crumb.
  const grouped = group !== undefined && group !== 'main' && group !== 'other'
  // A page that is many, as the settings are, says which it is below its own name.
  const isOneOfMany = page.menu !== undefined && page.titleOf !== undefined
  return (
    <nav aria-label={t('header.breadcrumbs')} className={classes.crumbs}>
      <ol>
        {grouped && <Crumb first>{t(`groups.${group}`)}</Crumb>}
        {isOneOfMany && (
          <Crumb first={!grouped}>
            <Link to={addressOf(page)}>{t(`pages.${page.name}`)}</Link>
          </Crumb>
        )}
        {parent && (
          <Crumb first={!grouped}>
            <Link to={addressOf(parent, page.parentParams)}>{titleOf(parent, page.parentParams)}</Link>
          </Crumb>
        )}
        <Crumb first={!grouped && !parent && !isOneOfMany} current>
          {titleOf(page)}
        </Crumb>
      </ol>
    </nav>
  )

  function titleOf({ name, titleOf: own }: PageEntry, given?: PageEntry['parentParams']): string {
    return t(own?.({ ...params, ...given }) ?? `pages.${name}`)
  }
}

type CrumbProps = { first: boolean; current?: true; children: ReactNode }
function Crumb({ first, current, children }: CrumbProps) {
  return (
    <li aria-current={current && 'page'}>
      {!first && <IconSeparator className={`turns ${classes.separator}`} aria-hidden />}
      {children}
    </li>
  )
}
