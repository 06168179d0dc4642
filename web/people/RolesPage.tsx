import { roles } from '#contract/access/people.ts'
import { textColumn } from '../ui/cells/columns.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

const columns = [textColumn('name'), textColumn('description')]

/** The roles that users can be given. */
export function RolesPage() {
  return <ListPage resource={roles} columns={columns} formPath="/roles" />
}
