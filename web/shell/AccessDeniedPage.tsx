import { Button, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import IconLock from '~icons/tabler/lock'
import { Notice } from '../ui/states/Notice.tsx'

/** Tells the user they have no permission to visit the page, and where to go instead. */
export function AccessDeniedPage() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <Notice icon={<IconLock />} title={<Title order={1}>{t('denied.title')}</Title>} detail={t('denied.detail')}>
      <Button onClick={() => void navigate({ to: '/' })}>{t('denied.home')}</Button>
    </Notice>
  )
}
