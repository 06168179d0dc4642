import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconDark from '~icons/tabler/moon'
import IconLight from '~icons/tabler/sun'

/** Offers the other colour scheme; the choice is stored in this browser. */
export function DarkModeSwitch() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      aria-label={t(dark ? 'header.light' : 'header.dark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconLight aria-hidden /> : <IconDark aria-hidden />}
    </ActionIcon>
  )
}
