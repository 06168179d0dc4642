import { branches } from '#contract/organization.ts'
import { DrawerForm } from '../drawer/DrawerForm.tsx'
import { StatusField } from '../fields/StatusField.tsx'
import { StatusFilter } from '../filters/StatusFilter.tsx'
import { codeColumn, dateColumn, nameColumn, statusColumn } from '../kit/cells/columns.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { BranchFields } from './BranchFields.tsx'

const columns = [nameColumn(), codeColumn('email'), codeColumn('phone'), statusColumn(), dateColumn('created_at')]

/** Settings: branches. */
export function BranchesSection() {
  return (
    <ListPage resource={branches} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active', city_id: '1' }}>
        <BranchFields />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
