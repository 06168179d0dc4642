import { useTranslation } from 'react-i18next'
import { productCategories } from '#contract/catalog.ts'
import { dateColumn, nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
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
