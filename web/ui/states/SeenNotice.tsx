import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import IconOffline from '~icons/tabler/cloud-off'
import classes from './SeenNotice.module.css'

/** Says that a list is as it was, and when that was, in Riyadh's time. It is asked for again with the connection. */
export function SeenNotice({ at, onRetry }: { at: number; onRetry: () => void }) {
  const { t } = useTranslation('common')
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    // A page that started without a connection never lost one: nothing else asks again once there is one, and it may be back by now.
    const ask = () => retry.current()
    if (navigator.onLine) ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [])
  return (
    <p className={classes.notice} role="status">
      <IconOffline aria-hidden />
      <span>{t('list.seen', { when: momentInRiyadh(at) })}</span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('list.try_again')}
      </Button>
    </p>
  )
}

const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Riyadh' })
const momentInRiyadh = (at: number) => `\u2066${format.format(at)}\u2069`
