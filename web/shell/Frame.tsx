import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '../i18n/i18n.ts'
import { useFocusBack } from '../ui/focus/useFocusBack.ts'
import { useShortcut } from '../ui/useShortcut.ts'
import classes from './Frame.module.css'
import { FrameScope } from './FrameScope.ts'
import { layouts } from './layouts/layouts.ts'
import { PageOutlet } from './PageOutlet.tsx'
import { useLayoutName } from './theme/preferences.ts'
import { usePagesAhead } from './usePagesAhead.ts'

const ThemePanel = lazy(async () => ({ default: (await import('./theme/ThemePanel.tsx')).ThemePanel }))
const CommandPalette = lazy(async () => {
  const [{ CommandPalette }] = await Promise.all([
    import('../palette/CommandPalette.tsx'),
    loadWords(['palette', 'organization', 'reports']),
  ])
  return { default: CommandPalette }
})

const KeyboardLayer = lazy(async () => ({ default: (await import('../keyboard/KeyboardLayer.tsx')).KeyboardLayer }))

/** Draws the chosen layout around the page. The page keeps its place in the tree, and so what was typed in it. */
export function Frame() {
  const { t } = useTranslation('shell')
  const [name] = useLayoutName()
  const [themed, theme] = useDisclosure(false)
  const [searching, palette] = useDisclosure(false)
  useShortcut('k', palette.toggle)
  useFocusBack(searching)
  const keys = useEarlyKeys()
  usePagesAhead()
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
      <Suspense>{keys.isWanted && <KeyboardLayer takeEarlyKeys={keys.take} />}</Suspense>
    </FrameScope>
  )
}

/** The keys pressed on the page itself until the layer of keys has come: it is loaded with the first, and acts on all of them. */
function useEarlyKeys() {
  const pressed = useRef<KeyboardEvent[]>([])
  const isReady = useRef(false)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyped = (event.target as Element).closest?.('input, textarea, select')
      if (isReady.current || isTyped || event.ctrlKey || event.metaKey) return
      pressed.current.push(event)
      setWanted(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const take = useCallback(() => {
    isReady.current = true
    return pressed.current.splice(0)
  }, [])
  return { isWanted, take }
}
