import { UnstyledButton } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import IconSearch from '~icons/tabler/search'
import { FrameScope } from '../FrameScope.ts'
import classes from './SearchButton.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette, and says by which keys it opens too. */
export function SearchButton() {
  const { t } = useTranslation('shell')
  const { openPalette } = use(FrameScope)
  return (
    <UnstyledButton
      className={classes.button}
      aria-label={t('header.search')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <IconSearch className={classes.icon} aria-hidden />
      <span className={classes.text}>{t('common:actions.search')}</span>
      <kbd className={classes.keys} dir="ltr">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </UnstyledButton>
  )
}
