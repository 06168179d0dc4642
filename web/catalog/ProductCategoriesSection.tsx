import { useTranslation } from 'react-i18next'
import { productCategories } from '#contract/catalog.ts'
import { DrawerForm } from '../drawer/DrawerForm.tsx'
import { StatusField } from '../fields/StatusField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { StatusFilter } from '../filters/StatusFilter.tsx'
import { dateColumn, nameColumn, statusColumn } from '../kit/cells/columns.tsx'
import { ListPage } from '../kit/list/ListPage.tsx'
import { PostingAccounts } from './PostingAccounts.tsx'

const columns = [nameColumn(), statusColumn(), dateColumn('created_at')]

/** Settings: product categories. */
export function ProductCategoriesSection() {
  const { t } = useTranslation('catalog')
  return (
    <ListPage resource={productCategories} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'inactive' }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <PostingAccounts of="product_category" />
        <StatusField description={t('inactive_hint')} />
      </DrawerForm>
    </ListPage>
  )
}
