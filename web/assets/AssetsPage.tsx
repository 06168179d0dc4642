import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { assetClasses } from '#contract/assets/asset-classes.ts'
import { assetStatuses, assets } from '#contract/assets/assets.ts'
import { branches } from '#contract/organization.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { assetClassesPath, assetsPath, assetTakingPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn, referenceColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { AssetStatus } from './AssetStatus.tsx'

type Row = {
  id: number
  number: string
  name: string
  name_en: string | null
  acquired_on: string
  cost: number
  book_value: number
  status: string
  asset_class: { name: string; name_en: string | null }
}

/** The register of fixed assets. */
export function AssetsPage() {
  const { t } = useTranslation(['assets', 'common'])
  const navigate = useNavigate()
  const columns: readonly Column<Row>[] = [
    {
      name: 'number',
      draw: (row) => (
        <Link to={`${assetsPath}/${row.id}/view`} className="link">
          <Num>{row.number}</Num>
        </Link>
      ),
    },
    { name: 'name', draw: (row) => <bdi>{localName(row)}</bdi> },
    referenceColumn<'asset_class'>('asset_class') as Column<Row>,
    dateColumn('acquired_on') as Column<Row>,
    { name: 'cost', figures: true, width: 136, draw: (row) => <OwnAmount value={row.cost} /> },
    { name: 'book_value', figures: true, width: 136, draw: (row) => <OwnAmount value={row.book_value} /> },
    { name: 'status', draw: (row) => <AssetStatus status={row.status} /> },
  ]
  return (
    <ListPage
      resource={assets}
      columns={columns}
      formPath={assetsPath}
      actOf={() => 'void'}
      rowPath={(row) => `${assetsPath}/${row.id}/view`}
      rowName={(row) => localName(row)}
      lockOf={(row) => (['disposed', 'cancelled'].includes(row.status) ? { why: t(`statuses.${row.status}`) } : null)}
      actions={
        <>
          <Button variant="default" onClick={() => void navigate({ to: assetTakingPath })}>
            {t('actions.taking')}
          </Button>
          <Button variant="default" onClick={() => void navigate({ to: assetClassesPath })}>
            {t('actions.classes')}
          </Button>
        </>
      }
      filters={
        <FilterDrawer>
          <FilterChoice name="asset_class_id" call={optionsOf(assetClasses)} />
          <FilterChoice name="branch_id" call={optionsOf(branches)} />
          <FilterPanelSelect
            name="status"
            choices={assetStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        </FilterDrawer>
      }
    />
  )
}
