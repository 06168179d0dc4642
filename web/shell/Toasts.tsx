import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import IconClose from '~icons/tabler/x'
import { toastStore } from '../api/toastStore.ts'
import classes from './Toasts.module.css'

/** The toasts, in the middle at the top: there they cover no drawer and stand alike in both directions. */
export function Toasts() {
  const { t } = useTranslation('common')
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  return (
    <div className={classes.toasts}>
      {toasts.map(({ id, tone, title, message, link }) => (
        <div key={id} className={classes.toast} data-tone={tone} role={tone === 'good' ? 'status' : 'alert'}>
          <div className={classes.text}>
            {title && <strong className={classes.title}>{title}</strong>}
            <span>{message}</span>
            {link && (
              <a className="link" href={link.to} target="_blank" rel="noreferrer">
                {link.label}
              </a>
            )}
          </div>
          <button
            type="button"
            className={classes.close}
            aria-label={t('toasts.close')}
            onClick={() => toastStore.close(id)}
          >
            <IconClose aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
