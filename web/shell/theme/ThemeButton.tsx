import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import IconTheme from '~icons/tabler/palette'

const ThemePanel = lazy(async () => ({ default: (await import('./ThemePanel.tsx')).ThemePanel }))

/** Opens the theme panel. */
export function ThemeButton({ className }: { className?: string }) {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <ActionIcon aria-label={t('theme.open')} className={className} onClick={open}>
        <IconTheme aria-hidden />
      </ActionIcon>
      <Suspense>{opened && <ThemePanel onClose={close} />}</Suspense>
    </>
  )
}
