import { units } from '#contract/catalog.ts'
import { DrawerForm } from '../drawer/DrawerForm.tsx'
import { StatusField } from '../fields/StatusField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { StatusFilter } from '../filters/StatusFilter.tsx'
import { codeColumn, dateColumn, nameColumn, statusColumn } from '../kit/cells/columns.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'

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
