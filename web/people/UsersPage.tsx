import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { roles, users } from '#contract/access/people.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { InviteButton } from '../memberships/InviteButton.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { codeColumn, dateColumn, statusColumn } from '../ui/cells/columns.tsx'
import { NameWithImage } from '../ui/cells/NameWithImage.tsx'
import { useChoices } from '../ui/fields/useChoices.ts'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { UserDrawer } from './UserDrawer.tsx'

type Row = RowOf<typeof users>
const columns: readonly Column<Row>[] = [
  { name: 'name', draw: (row) => <NameWithImage name={row.name} image={row.avatar} /> },
  codeColumn('email'),
  { name: 'role', draw: (row) => <Role row={row} /> },
  statusColumn(),
  dateColumn('created_at'),
]

/** Those who work in the system. */
export function UsersPage() {
  return (
    <ListPage
      resource={users}
      columns={columns}
      actions={<Invitations />}
      filters={
        <>
          <StatusFilter />
          <RoleFilter />
        </>
      }
    >
      <UserDrawer />
    </ListPage>
  )
}

/** To the invitations, and to a new one. */
function Invitations() {
  const { t } = useTranslation('memberships')
  return (
    <>
      <Button variant="subtle" renderRoot={(props) => <Link {...props} to="/users/invitations" />}>
        {t('invitations')}
      </Button>
      <InviteButton />
    </>
  )
}

function RoleFilter() {
  const { t } = useTranslation('people')
  const { choices } = useChoices(optionsOf(roles))
  return <FilterSelect name="role_id" all={t('all_roles')} choices={choices} />
}

/** Owners may do everything, with any role. */
function Role({ row }: { row: Row }) {
  const { t } = useTranslation('people')
  return <bdi>{row.is_owner ? t('owner') : row.role?.name}</bdi>
}
