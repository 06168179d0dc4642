import { ActionIcon } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import IconTheme from '~icons/tabler/palette'
import { FrameScope } from '../FrameScope.ts'

/** Opens the theme panel. */
export function ThemeButton({ className }: { className?: string }) {
  const { t } = useTranslation('shell')
  const { openTheme } = use(FrameScope)
  return (
    <ActionIcon aria-label={t('theme.open')} className={className} onClick={openTheme}>
      <IconTheme aria-hidden />
    </ActionIcon>
  )
}
