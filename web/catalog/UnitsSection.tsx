import { units } from '#contract/catalog.ts'
import { codeColumn, dateColumn, nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

const columns = [codeColumn('code'), nameColumn(), statusColumn(), dateColumn('created_at')]

/** Settings: units of measure. */
export function UnitsSection() {
  return (
    <ListPage resource={units} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active' }}>
        <TextField name="code" />
        <TextField name="name" />
        <TextField name="name_en" />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
