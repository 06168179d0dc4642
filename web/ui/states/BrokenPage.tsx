import { useTranslation } from 'react-i18next'
import classes from './BrokenPage.module.css'

/** A page that could not be drawn: a new version was installed, the network was away, or we made a mistake. */
export function BrokenPage() {
  const { t } = useTranslation('common')
  return (
    <div className={classes.broken} role="alert">
      <h1 className={classes.title}>{t('broken.title')}</h1>
      <p>{t('broken.detail')}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {t('actions.reload')}
      </button>
    </div>
  )
}
