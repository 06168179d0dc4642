import { useTranslation } from 'react-i18next'
import { stockPlaces } from '#contract/places/places.ts'
import type { RowOf } from '../api/resource.ts'
import type { Column } from '../ui/cells/Column.ts'
import { nameColumn, referenceColumn, statusColumn } from '../ui/cells/columns.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

type Row = RowOf<typeof stockPlaces>

/** Where goods lie: the first place has what there was before. */
export function PlacesPage() {
  const { t } = useTranslation('places')
  const columns: readonly Column<Row>[] = [
    nameColumn(),
    referenceColumn('branch'),
    { name: 'is_main', draw: ({ is_main }) => (is_main ? t('is_main') : null) },
    { name: 'is_usual', draw: ({ is_usual }) => (is_usual ? t('is_usual') : null) },
    statusColumn(),
  ]
  return (
    <ListPage resource={stockPlaces} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active', is_usual: false }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <BranchField />
        <SwitchField name="is_usual" description={t('is_usual_hint')} />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}
