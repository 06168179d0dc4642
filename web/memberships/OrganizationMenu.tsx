import { Loader, Menu, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccountMembership, ownAccountCalls } from '#contract/access/account.ts'
import IconDesk from '~icons/tabler/building-community'
import IconCurrent from '~icons/tabler/check'
import { useUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { localName } from '../i18n/localName.ts'
import { useEnterOrganization } from './useEnterOrganization.ts'

type OrganizationMenuProps = { target: ReactNode; onFollow?: (() => void) | undefined }

/** The organizations of the person; choosing one switches to it. */
export function OrganizationMenu({ target, onFollow }: OrganizationMenuProps) {
  const { t } = useTranslation(['shell', 'common'])
  const answer = useCallQuery(ownAccountCalls.organizations)
  const memberships = answer.data as AccountMembership[] | undefined
  const { organization } = useUser()
  const enter = useEnterOrganization()
  return (
    <Menu
      defaultOpened
      position="bottom-start"
      width={280}
      withinPortal
      zIndex={310}
      styles={{ itemLabel: { minInlineSize: 0 } }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell:header.organizations')}</Menu.Label>
        {!memberships && (
          <Menu.Item disabled>
            {answer.error ? t('common:states.failed') : <Loader size={14} aria-label={t('common:states.loading')} />}
          </Menu.Item>
        )}
        {memberships?.map((one) => (
          <Menu.Item
            key={one.id}
            aria-current={one.is_current || undefined}
            rightSection={one.is_current && <IconCurrent aria-hidden />}
            onClick={() => {
              onFollow?.()
              if (!one.is_current) void enter(one.id)
            }}
          >
            <Text size="sm" lh={1.6} truncate>
              <bdi>{localName(one)}</bdi>
            </Text>
            <Text size="xs" lh={1.6} c="var(--muted)" truncate>
              <bdi>{one.is_owner ? t('shell:header.owner') : one.role}</bdi>
            </Text>
          </Menu.Item>
        ))}
        {organization.status === 'active' && <Menu.Divider />}
        {organization.status === 'active' && (
          <Menu.Item
            leftSection={<IconDesk aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/organizations" onClick={onFollow} />}
          >
            {t('shell:pages.organizations')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
