import { useTranslation } from 'react-i18next'
import classes from './Frame.module.css'
import { layouts } from './layouts/layouts.ts'
import { PageOutlet } from './PageOutlet.tsx'
import { useLayoutName } from './theme/preferences.ts'

/** Draws the chosen layout around the page. The page keeps its place in the tree, and so what was typed in it. */
export function Frame() {
  const { t } = useTranslation('shell')
  const [name] = useLayoutName()
  const { Side, Head, Foot, classes: layout } = layouts[name]
  return (
    <>
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
    </>
  )
}
