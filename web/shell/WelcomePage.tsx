import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/session.ts'
import { Notice } from '../ui/states/Notice.tsx'
import { Brand } from './Brand.tsx'
import { useMenu } from './useMenu.ts'

/** A logo and a greeting, for users without permission for the home page. */
export function WelcomePage() {
  const { t } = useTranslation('shell')
  const { name } = useUser()
  const isAnythingOpen = useMenu().length > 0
  return (
    <Notice
      icon={<Brand compact />}
      title={<Title order={1}>{t('welcome.greeting', { name })}</Title>}
      detail={t(isAnythingOpen ? 'welcome.detail' : 'welcome.nothing')}
    />
  )
}
