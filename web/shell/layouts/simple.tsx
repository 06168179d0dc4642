import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Brand } from '../Brand.tsx'
import { Breadcrumbs } from '../header/Breadcrumbs.tsx'
import { Header } from '../header/Header.tsx'
import { PageFooter } from '../PageFooter.tsx'
import type { Layout } from './Layout.ts'
import classes from './Simple.module.css'
import { TopNavigation } from './TopNavigation.tsx'
import { useNarrow } from './useNarrow.ts'
import { useNavigationDrawer } from './useNavigationDrawer.tsx'
import { useSurface } from './useSurface.ts'

/** Navigation along the top, the page below it in the middle. */
export const simple: Layout = { Head, Foot: PageFooter, classes }

// Eight groups, the name and four buttons: below this they would crowd each other.
const needed = 1240

function Head() {
  const { t } = useTranslation('shell')
  const narrow = useNarrow(needed)
  const { drawer, open } = useNavigationDrawer()
  const surface = useSurface(classes.bar)
  return (
    <>
      <div {...surface}>
        {narrow ? (
          <>
            {drawer}
            <Header navigationLabel={t('menu.open')} onNavigation={open}>
              <HomeLink />
            </Header>
          </>
        ) : (
          <Header>
            <HomeLink />
            <TopNavigation />
          </Header>
        )}
      </div>
      <div className={classes.crumbs}>
        <Breadcrumbs />
      </div>
    </>
  )
}

function HomeLink() {
  return (
    <Link to="/" className={classes.brand}>
      <Brand compact={false} />
    </Link>
  )
}
