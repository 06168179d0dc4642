import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconFailed from '~icons/tabler/cloud-off'
import IconMissing from '~icons/tabler/file-unknown'
import IconRefused from '~icons/tabler/lock'
import { ApiError } from '../../api/ApiError.ts'
import { Notice } from './Notice.tsx'

type FailedStateProps = {
  error: unknown
  onRetry: () => void
  /** The way on from here, such as the list. */
  children?: ReactNode
}

/** What could not be loaded: refused (nothing to retry), gone, or failed with a way to try again. */
export function FailedState({ error, onRetry, children }: FailedStateProps) {
  const { t } = useTranslation('common')
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 403)
    return (
      <Notice icon={<IconRefused />} title={t('states.refused')} detail={t('states.refused_detail')}>
        {children}
      </Notice>
    )
  const message = error instanceof ApiError && error.message !== '' ? error.message : t('toasts.unknown')
  if (status === 404)
    return (
      <Notice icon={<IconMissing />} title={t('states.not_found')} detail={t('states.not_found_detail')}>
        {children}
      </Notice>
    )
  return (
    <Notice icon={<IconFailed />} title={t('states.failed')} detail={status === 0 ? t('toasts.offline') : message}>
      <Group justify="center" gap="xs">
        <Button variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
        {children}
      </Group>
    </Notice>
  )
}
