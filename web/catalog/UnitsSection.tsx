import { units } from '#contract/catalog.ts'
import { codeColumn, dateColumn, nameColumn, statusColumn } from '../kit/cells/columns.tsx'
import { LatinField } from '../kit/fields/LatinField.tsx'
import { StatusField } from '../kit/fields/StatusField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { DrawerForm } from '../kit/form/DrawerForm.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { StatusFilter } from '../kit/list/StatusFilter.tsx'

const columns = [codeColumn('code'), nameColumn(), statusColumn(), dateColumn('created_at')]

/** Settings: units of measure. */
export function UnitsSection() {
  return (
    <ListPage resource={units} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active' }}>
        <LatinField name="code" />
        <TextField name="name" />
        <TextField name="name_en" />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
