import { useTranslation } from 'react-i18next'
import { isUnavailable } from '../../api/ApiError.ts'
import classes from './BrokenPage.module.css'

/** A page that could not be drawn: the server was away, a new version was installed, or we made a mistake. */
export function BrokenPage({ error }: { error?: unknown }) {
  const { t } = useTranslation('common')
  const isAway = isUnavailable(error) || !navigator.onLine
  return (
    <div className={classes.broken} role="alert">
      <h1 className={classes.title}>{t(isAway ? 'toasts.offline' : 'broken.title')}</h1>
      <p>{t(isAway ? 'broken.away' : 'broken.detail')}</p>
      <button className={classes.again} type="button" onClick={() => window.location.reload()}>
        {t(isAway ? 'list.try_again' : 'actions.reload')}
      </button>
    </div>
  )
}
