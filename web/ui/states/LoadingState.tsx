import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Something is on its way and its size is not known yet. */
export function LoadingState() {
  const { t } = useTranslation('common')
  return (
    <Center mih={240} role="status">
      <Loader size="sm" />
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
    </Center>
  )
}
