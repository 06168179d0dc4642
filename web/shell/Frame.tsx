import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Frame.module.css'
import { layouts } from './layouts/layouts.ts'
import { PageOutlet } from './PageOutlet.tsx'
import { useLayoutName } from './theme/preferences.ts'
import { ThemeScope } from './theme/ThemeScope.ts'

const ThemePanel = lazy(async () => ({ default: (await import('./theme/ThemePanel.tsx')).ThemePanel }))

/** Draws the chosen layout around the page. The page keeps its place in the tree, and so what was typed in it. */
export function Frame() {
  const { t } = useTranslation('shell')
  const [name] = useLayoutName()
  const [themed, { open, close }] = useDisclosure(false)
  const { Side, Head, Foot, classes: layout } = layouts[name]
  return (
    <ThemeScope value={open}>
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
      <Suspense>{themed && <ThemePanel onClose={close} />}</Suspense>
    </ThemeScope>
  )
}
