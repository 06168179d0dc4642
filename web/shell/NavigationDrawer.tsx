import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SideNavigation } from './SideNavigation.tsx'

/** The side navigation where there is no room for it: over the page, from the start side. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      opened
      onClose={onClose}
      position="left"
      size={272}
      padding="xs"
      title={t('menu.navigation')}
      closeButtonProps={{ 'aria-label': t('menu.close') }}
    >
      <SideNavigation collapsed={false} onFollow={onClose} />
    </Drawer>
  )
}
