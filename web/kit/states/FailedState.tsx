import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconFailed from '~icons/tabler/cloud-off'
import IconRefused from '~icons/tabler/lock'
import { ApiError } from '../../api/ApiError.ts'
import { Notice } from './Notice.tsx'

type FailedStateProps = { error: unknown; onRetry: () => void }

/** What could not be loaded: refused (nothing to retry), gone, or failed with a way to try again. */
export function FailedState({ error, onRetry }: FailedStateProps) {
  const { t } = useTranslation('common')
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 403)
    return <Notice icon={<IconRefused />} title={t('states.refused')} detail={t('states.refused_detail')} />
  const message = error instanceof ApiError && error.message !== '' ? error.message : t('toasts.unknown')
  if (status === 404) return <Notice icon={<IconFailed />} title={t('states.not_found')} detail={message} />
  return (
    <Notice icon={<IconFailed />} title={t('states.failed')} detail={status === 0 ? t('toasts.offline') : message}>
      <Button variant="default" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </Notice>
  )
}
