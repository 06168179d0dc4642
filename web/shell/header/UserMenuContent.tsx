import { Menu, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import IconOrganizations from '~icons/tabler/building-community'
import IconPlans from '~icons/tabler/crown'
import IconLogout from '~icons/tabler/logout'
import IconAccount from '~icons/tabler/user-shield'
import { request } from '../../api/client.ts'
import { queryClient } from '../../api/queryClient.ts'
import { signOut, useUser } from '../../api/session.ts'
import { UserFace } from './UserFace.tsx'

/** The user menu: the signed-in user, and signing out. */
export function UserMenuContent() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const navigate = useNavigate()
  async function logOut() {
    // Signing out must not depend on the server; an unused token expires by itself.
    await request({ method: 'POST', path: '/auth/logout' }).catch(() => {})
    queryClient.clear()
    // The next user of this browser starts at home, not on the page that was open.
    await navigate({ to: '/', ignoreBlocker: true })
    signOut()
  }
  return (
    <Menu defaultOpened position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UserFace />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} lh={1.7} c="var(--ink)" truncate>
            <bdi>{user.name}</bdi>
          </Text>
          <Text size="xs" lh={1.7} truncate>
            <bdi dir="ltr">{user.email}</bdi>
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {user.organization.status === 'active' && (
          <Menu.Item
            leftSection={<IconAccount aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/account" />}
          >
            {t('pages.account')}
          </Menu.Item>
        )}
        {user.organization.status === 'active' && (
          <Menu.Item
            leftSection={<IconOrganizations aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/organizations" />}
          >
            {t('pages.organizations')}
          </Menu.Item>
        )}
        {user.organization.status === 'active' && (
          <Menu.Item leftSection={<IconPlans aria-hidden />} renderRoot={(props) => <Link {...props} to="/plans" />}>
            {t('pages.plans')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout className="turns" aria-hidden />} onClick={() => void logOut()}>
          {t('header.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
