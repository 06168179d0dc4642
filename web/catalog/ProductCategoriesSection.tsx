import { useTranslation } from 'react-i18next'
import { productCategories } from '#contract/catalog.ts'
import { dateColumn, nameColumn, statusColumn } from '../kit/cells/columns.tsx'
import { StatusField } from '../kit/fields/StatusField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { DrawerForm } from '../kit/form/DrawerForm.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { StatusFilter } from '../kit/list/StatusFilter.tsx'

const columns = [nameColumn(), statusColumn(), dateColumn('created_at')]

/** Settings: product categories. */
export function ProductCategoriesSection() {
  const { t } = useTranslation('catalog')
  return (
    <ListPage resource={productCategories} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'inactive' }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <StatusField description={t('inactive_hint')} />
      </DrawerForm>
    </ListPage>
  )
}
