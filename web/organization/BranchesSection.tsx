import { branches } from '#contract/organization.ts'
import { codeColumn, dateColumn, nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { BranchFields } from './BranchFields.tsx'

const columns = [nameColumn(), codeColumn('email'), codeColumn('phone'), statusColumn(), dateColumn('created_at')]

/** Settings: branches. */
export function BranchesSection() {
  return (
    <ListPage resource={branches} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active' }}>
        <BranchFields />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
