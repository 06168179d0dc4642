import { useTranslation } from 'react-i18next'
import { roles, users } from '#contract/people.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { useChoices } from '../fields/useChoices.ts'
import { FilterSelect } from '../filters/FilterSelect.tsx'
import { StatusFilter } from '../filters/StatusFilter.tsx'
import type { Column } from '../kit/cells/Column.ts'
import { codeColumn, dateColumn, statusColumn } from '../kit/cells/columns.tsx'
import { NameWithImage } from '../kit/cells/NameWithImage.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
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

function RoleFilter() {
  const { t } = useTranslation('people')
  const { choices } = useChoices(optionsOf(roles))
  return <FilterSelect name="role_id" all={t('all_roles')} choices={choices} />
}

/** Owners may do everything, whatever role they have. */
function Role({ row }: { row: Row }) {
  const { t } = useTranslation('people')
  return <bdi>{row.is_owner ? t('owner') : row.role?.name}</bdi>
}
