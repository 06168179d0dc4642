import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '../i18n/i18n.ts'
import { useFocusBack } from '../ui/focus/useFocusBack.ts'
import { useShortcut } from '../ui/useShortcut.ts'
import classes from './Frame.module.css'
import { FrameScope } from './FrameScope.ts'
import { layouts } from './layouts/layouts.ts'
import { PageOutlet } from './PageOutlet.tsx'
import { useLayoutName } from './theme/preferences.ts'

const ThemePanel = lazy(async () => ({ default: (await import('./theme/ThemePanel.tsx')).ThemePanel }))
const CommandPalette = lazy(async () => {
  const [{ CommandPalette }] = await Promise.all([
    import('../palette/CommandPalette.tsx'),
    loadWords(['palette', 'organization', 'reports']),
  ])
  return { default: CommandPalette }
})

/** Draws the chosen layout around the page. The page keeps its place in the tree, and so what was typed in it. */
export function Frame() {
  const { t } = useTranslation('shell')
  const [name] = useLayoutName()
  const [themed, theme] = useDisclosure(false)
  const [searching, palette] = useDisclosure(false)
  useShortcut('k', palette.toggle)
  useFocusBack(searching)
  const scope = useMemo(() => ({ openTheme: theme.open, openPalette: palette.open }), [theme.open, palette.open])
  const { Side, Head, Foot, classes: layout } = layouts[name]
  return (
    <FrameScope value={scope}>
      <a className={classes.skip} href="#content">
        {t('header.skip')}
      </a>
      <div className={layout.layout}>
        {Side && <Side />}
        <div className={layout.frame}>
          {Head && <Head />}
          <PageOutlet />
          {Foot && <Foot />}
        </div>
      </div>
      <Suspense>{themed && <ThemePanel onClose={theme.close} />}</Suspense>
      <Suspense>{searching && <CommandPalette onClose={palette.close} />}</Suspense>
    </FrameScope>
  )
}
