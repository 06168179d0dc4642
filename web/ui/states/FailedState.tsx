import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconRule from '~icons/tabler/alert-circle'
import IconFailed from '~icons/tabler/cloud-off'
import IconMissing from '~icons/tabler/file-unknown'
import IconRefused from '~icons/tabler/lock'
import { ApiError } from '../../api/ApiError.ts'
import { Notice } from './Notice.tsx'

type FailedStateProps = {
  error: unknown
  onRetry: () => void
  /** The way back, of what is a page of its own: its list. */
  list?: string
  /** Another action. */
  children?: ReactNode
}

/** A failed load: not allowed or refused (no retry), deleted, or failed with a retry. */
export function FailedState({ error, onRetry, list, children }: FailedStateProps) {
  const { t } = useTranslation('common')
  const onward = list ? (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={list} />}>
      {t('actions.to_list')}
    </Button>
  ) : (
    children
  )
  const status = error instanceof ApiError ? error.status : undefined
  const message = error instanceof ApiError && error.message !== '' ? error.message : t('toasts.unknown')
  // A refusal would be repeated: its reason and a link are shown instead of "try again".
  if (status === 422)
    return (
      <Notice icon={<IconRule />} title={message}>
        {onward}
      </Notice>
    )
  if (status === 403 || status === 404) {
    const [Icon, name] = status === 403 ? [IconRefused, 'refused'] : [IconMissing, 'not_found']
    return (
      <Notice icon={<Icon />} title={t(`states.${name}`)} detail={t(`states.${name}_detail`)}>
        {onward}
      </Notice>
    )
  }
  return (
    <Notice icon={<IconFailed />} title={t('states.failed')} detail={status === 0 ? t('toasts.offline') : message}>
      <Group justify="center" gap="xs">
        <Button variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
        {onward}
      </Group>
    </Notice>
  )
}
