import { chartCalls } from '#contract/chart.ts'
import { paymentMethods } from '#contract/organization.ts'
import { DrawerForm } from '../drawer/DrawerForm.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { StatusField } from '../fields/StatusField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { StatusFilter } from '../filters/StatusFilter.tsx'
import { dateColumn, nameColumn, referenceColumn, statusColumn } from '../kit/cells/columns.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'

const columns = [nameColumn(), referenceColumn('account'), statusColumn(), dateColumn('created_at')]

/** Settings: ways of paying, each with the account its money lands on. */
export function PaymentMethodsSection() {
  return (
    <ListPage resource={paymentMethods} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active' }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <SelectField name="account_id" call={chartCalls.accountOptions} query={{ purpose: 'money' }} />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
