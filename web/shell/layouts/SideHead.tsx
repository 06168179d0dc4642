import { useTranslation } from 'react-i18next'
import { Header } from '../header/Header.tsx'
import { useCollapsed } from './useCollapsed.ts'
import { useNarrow } from './useNarrow.ts'
import { useNavigationDrawer } from './useNavigationDrawer.tsx'

/**
 * The header of a layout with side navigation: its switch collapses the navigation, or opens the drawer on narrow
 * screens.
 */
export function SideHead() {
  const { t } = useTranslation('shell')
  const narrow = useNarrow()
  const { drawer, open } = useNavigationDrawer()
  const [collapsed, setCollapsed] = useCollapsed()
  return (
    <>
      {narrow && drawer}
      <Header
        navigationLabel={t(narrow ? 'menu.open' : collapsed ? 'menu.expand' : 'menu.collapse')}
        onNavigation={narrow ? open : () => setCollapsed(!collapsed)}
      />
    </>
  )
}
