import { useTranslation } from 'react-i18next'
import { priceLists } from '#contract/prices/price-lists.ts'
import type { RowOf } from '../api/resource.ts'
import { localName } from '../i18n/localName.ts'
import { priceListsPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

type Row = RowOf<typeof priceLists>

/** Price lists: whom each is for, in which currency and when. */
export function PriceListsPage() {
  const { t } = useTranslation('prices')
  const columns: readonly Column<Row>[] = [
    nameColumn(),
    {
      name: 'audience',
      draw: ({ audience, branch }) => (branch ? <bdi>{localName(branch)}</bdi> : t(`audiences.${audience}`)),
    },
    { name: 'currency', draw: ({ currency }) => <Num>{currency.code}</Num> },
    { name: 'starts_on', draw: ({ starts_on }) => <Num>{starts_on ?? '–'}</Num> },
    { name: 'ends_on', draw: ({ ends_on }) => <Num>{ends_on ?? '–'}</Num> },
    statusColumn(),
  ]
  return (
    <ListPage
      resource={priceLists}
      columns={columns}
      formPath={priceListsPath}
      rowName={localName}
      filters={<StatusFilter />}
    />
  )
}
