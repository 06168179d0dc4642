import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import IconClose from '~icons/tabler/x'
import { toastStore } from '../api/toastStore.ts'
import { useMayOpen } from '../routes/OpenLink.tsx'
import classes from './Toasts.module.css'

/** The toasts, in the middle, alike in both directions: at the top, where they cover no drawer; on a phone away from what saves. */
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
            {link && <BesidePage to={link.to}>{link.label}</BesidePage>}
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

/**
 * Opens in a new tab, if permitted. A tab without its opener would begin signed out: the session lives as long as its
 * tab.
 */
function BesidePage({ to, children }: { to: string; children: ReactNode }) {
  if (!useMayOpen(new URL(to, window.location.href).pathname)) return null
  return (
    // biome-ignore lint/security/noBlankTarget: it is a page of our own
    <a className="link" href={to} target="_blank" rel="opener">
      {children}
    </a>
  )
}
