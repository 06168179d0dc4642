import { roles } from '#contract/people.ts'
import { textColumn } from '../kit/cells/columns.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'

const columns = [textColumn('name'), textColumn('description')]

/** The roles that users can be given. */
export function RolesPage() {
  return <ListPage resource={roles} columns={columns} formPath="/roles" />
}
