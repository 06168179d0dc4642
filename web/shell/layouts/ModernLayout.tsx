import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Header } from '../header/Header.tsx'
import { PageFooter } from '../PageFooter.tsx'
import { PageOutlet } from '../PageOutlet.tsx'
import { SideNavigation } from '../SideNavigation.tsx'
import classes from './ModernLayout.module.css'

const NavigationDrawer = lazy(async () => ({ default: (await import('../NavigationDrawer.tsx')).NavigationDrawer }))

/** The default: navigation on the tinted page, the content framed beside it. Below 768 px it moves into a drawer. */
export function ModernLayout() {
  const { t } = useTranslation('shell')
  const narrow = useMediaQuery('(max-width: 767px)', window.innerWidth < 768)
  const [drawer, { open, close }] = useDisclosure(false)
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'mizan-navigation-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return (
    <div className={classes.layout}>
      {narrow ? (
        <Suspense>{drawer && <NavigationDrawer onClose={close} />}</Suspense>
      ) : (
        <aside className={classes.side} data-collapsed={collapsed || undefined}>
          <SideNavigation collapsed={collapsed} />
        </aside>
      )}
      <div className={classes.frame}>
        <Header
          navigationLabel={t(narrow ? 'menu.open' : collapsed ? 'menu.expand' : 'menu.collapse')}
          onNavigation={narrow ? open : () => setCollapsed(!collapsed)}
        />
        <PageOutlet />
        <PageFooter />
      </div>
    </div>
  )
}
