import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Brand } from '../Brand.tsx'
import { Breadcrumbs } from '../header/Breadcrumbs.tsx'
import { Header } from '../header/Header.tsx'
import { PageFooter } from '../PageFooter.tsx'
import classes from './Decked.module.css'
import type { Layout } from './Layout.ts'
import { TopNavigation } from './TopNavigation.tsx'
import { useNarrow } from './useNarrow.ts'
import { useNavigationDrawer } from './useNavigationDrawer.tsx'
import { useSurface } from './useSurface.ts'

/** The header, a strip of navigation under it, then the page. */
export const decked: Layout = { Head, Foot: PageFooter, classes }

function Head() {
  const { t } = useTranslation('shell')
  const narrow = useNarrow()
  const { drawer, open } = useNavigationDrawer()
  const strip = useSurface(classes.strip)
  if (narrow)
    return (
      <>
        {drawer}
        <Header navigationLabel={t('menu.open')} onNavigation={open}>
          <Breadcrumbs />
        </Header>
      </>
    )
  return (
    <div className={classes.deck}>
      <Header>
        <Link to="/" className={classes.brand}>
          <Brand compact={false} />
        </Link>
        <Breadcrumbs />
      </Header>
      <div {...strip}>
        <TopNavigation />
      </div>
    </div>
  )
}
