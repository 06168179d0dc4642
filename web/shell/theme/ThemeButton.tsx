import { ActionIcon } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import IconTheme from '~icons/tabler/palette'
import { ThemeScope } from './ThemeScope.ts'

/** Opens the theme panel. */
export function ThemeButton({ className }: { className?: string }) {
  const { t } = useTranslation('shell')
  const open = use(ThemeScope)
  return (
    <ActionIcon aria-label={t('theme.open')} className={className} onClick={open}>
      <IconTheme aria-hidden />
    </ActionIcon>
  )
}
