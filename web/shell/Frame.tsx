import { useTranslation } from 'react-i18next'
import classes from './Frame.module.css'
import { layouts } from './layouts/layouts.ts'
import { useLayout } from './layouts/useLayout.ts'

/** Draws the chosen layout around the page. */
export function Frame() {
  const { t } = useTranslation('shell')
  const Layout = layouts[useLayout()]
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('header.skip')}
      </a>
      <Layout />
    </>
  )
}
