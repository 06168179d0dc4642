import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { importKindNames, packageKind } from '#contract/imports/import-kinds.ts'
import { type ImportListRow, imports } from '#contract/imports/imports.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { ExportEverything } from './ExportEverything.tsx'
import { ImportState } from './ImportState.tsx'
import { NewImport } from './NewImport.tsx'
import { Receipt } from './Receipt.tsx'

const columns: readonly Column<ImportListRow>[] = [
  {
    name: 'file_name',
    draw: (row) => (
      <Link to={`/settings/import/${row.id}`} className="link">
        <bdi>{row.file_name}</bdi>
      </Link>
    ),
  },
  { name: 'kind', draw: (row) => <Kind name={row.kind} /> },
  { name: 'state', draw: (row) => <ImportState state={row.state} /> },
  { name: 'rows_total', figures: true, draw: (row) => <Num>{row.rows_total}</Num> },
  { name: 'rows_new', figures: true, draw: (row) => <Num>{row.rows_new}</Num> },
  { name: 'created_by', draw: (row) => <bdi>{row.created_by}</bdi> },
  dateColumn('created_at'),
]

/** Settings: imports of files, each listed with the records it created. */
export function ImportsSection() {
  const { t } = useTranslation('imports')
  return (
    <ListPage
      resource={imports}
      columns={columns}
      above={
        <>
          <NewImport />
          <Receipt />
          <ExportEverything />
        </>
      }
      filters={
        <FilterSelect
          name="kind"
          all={t('all_kinds')}
          choices={[packageKind, ...importKindNames].map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      }
      rowActions={(row) => (
        <Link to={`/settings/import/${row.id}`} className="link">
          {t('actions.open')}
        </Link>
      )}
    />
  )
}

function Kind({ name }: { name: string }) {
  const { t } = useTranslation('imports')
  return t(`kinds.${name}`)
}
