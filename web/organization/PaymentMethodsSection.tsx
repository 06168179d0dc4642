import { chartCalls } from '#contract/chart.ts'
import { paymentMethods } from '#contract/organization.ts'
import { dateColumn, nameColumn, referenceColumn, statusColumn } from '../kit/cells/columns.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { StatusField } from '../kit/fields/StatusField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { DrawerForm } from '../kit/form/DrawerForm.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { StatusFilter } from '../kit/list/StatusFilter.tsx'

const columns = [nameColumn(), referenceColumn('account'), statusColumn(), dateColumn('created_at')]

/** Settings: ways of paying, each with the account its money lands on. */
export function PaymentMethodsSection() {
  return (
    <ListPage resource={paymentMethods} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active' }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <SelectField name="account_id" call={chartCalls.accountOptions} />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
