import { useTranslation } from 'react-i18next'
import { taxes } from '#contract/organization.ts'
import { dateColumn, nameColumn, percentColumn, statusColumn } from '../kit/cells/columns.tsx'
import { NumberField } from '../kit/fields/NumberField.tsx'
import { StatusField } from '../kit/fields/StatusField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { DrawerForm } from '../kit/form/DrawerForm.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { StatusFilter } from '../kit/list/StatusFilter.tsx'

const columns = [nameColumn(), percentColumn('rate'), statusColumn(), dateColumn('created_at')]

/** Settings: tax rates. */
export function TaxesSection() {
  const { t } = useTranslation('organization')
  return (
    <ListPage resource={taxes} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'inactive' }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <NumberField name="rate" suffix="%" />
        <StatusField description={t('inactive_hint')} />
      </DrawerForm>
    </ListPage>
  )
}
