import { useTranslation } from 'react-i18next'
import { productCategories, products, productTypesCall } from '#contract/catalog.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { overviewCalls } from '#contract/reports/overviews.ts'
import IconProduct from '~icons/tabler/package'
import IconService from '~icons/tabler/tools'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { LabelsButton } from '../labels/LabelsButton.tsx'
import { ReportRowLink } from '../reports/ReportRowLink.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { codeColumn, referenceColumn, statusColumn } from '../ui/cells/columns.tsx'
import { NameWithImage } from '../ui/cells/NameWithImage.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { FilterMany } from './FilterMany.tsx'
import { FilterRadio } from './FilterRadio.tsx'
import { ProductValue } from './ProductValue.tsx'

type Row = RowOf<typeof products>
const usual: readonly Column<Row>[] = [
  { name: 'name', card: 'title', draw: (row) => <ProductName row={row} /> },
  { ...codeColumn('code'), width: 110, card: 'plain' },
  { ...referenceColumn('category'), width: 130, card: 'plain' },
  { ...referenceColumn('type'), width: 90, extra: true, card: 'plain' },
  { name: 'quantity', figures: true, width: 110, draw: (row) => <Quantity row={row} /> },
  {
    name: 'sale_price',
    figures: true,
    width: 120,
    draw: (row) => <SalePrice row={row} />,
  },
]

const valueColumn: Column<Row> = {
  name: 'stock_value',
  extra: true,
  figures: true,
  width: 130,
  draw: ({ id }) => <ProductValue id={id} />,
}

const withValue: readonly Column<Row>[] = [...usual, valueColumn, { ...statusColumn(), card: 'end' }]
const withoutValue: readonly Column<Row>[] = [...usual, { ...statusColumn(), card: 'end' }]

const bulk = ({ rows }: { rows: readonly { id: number }[] }) => (
  <LabelsButton product_ids={rows.map(({ id }) => id)} size="compact-sm" />
)

/** The list of products and services; their value in stock for a reader of the valuation. */
export function ProductsPage() {
  const { t } = useTranslation(['common', 'catalog'])
  const can = useCan()
  const { uses_barcodes } = useUser().organization
  const columns = can(...overviewCalls.stockValues.admission) ? withValue : withoutValue
  const statuses = ['active', 'inactive'].map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return (
    <ListPage
      resource={products}
      columns={columns}
      formPath="/inventory/products"
      rowPath={({ id }) => `/inventory/products/${id}/view`}
      rowLink={(row) =>
        row.type.key !== 'service' &&
        !row.unlimited_quantity && (
          <ReportRowLink
            report="stock_card"
            search={{ product_id: String(row.id) }}
            label={t('catalog:stock_card_of', { name: localName(row) })}
          />
        )
      }
      {...(uses_barcodes && { bulk })}
      filterCalls={() => Promise.resolve({ categories: optionsOf(productCategories), types: productTypesCall })}
      filters={
        <FilterDrawer>
          <FilterMany name="categories" call={optionsOf(productCategories)} />
          <FilterRadio name="types" call={productTypesCall} />
          <FilterPanelSelect name="status" choices={statuses} />
        </FilterDrawer>
      }
    />
  )
}

function ProductName({ row }: { row: Row }) {
  const icon = row.type.key === 'service' ? <IconService /> : <IconProduct />
  return (
    <NameWithImage name={localName(row)} image={row.img} icon={icon}>
      <OpenLink to={`/inventory/products/${row.id}/view`} className="link quiet">
        {localName(row)}
      </OpenLink>
    </NameWithImage>
  )
}

function Quantity({ row }: { row: Row }) {
  const { t } = useTranslation('catalog')
  if (row.unlimited_quantity || row.quantity === null) return t('unlimited')
  return <Num>{formatPlain(row.quantity)}</Num>
}

/** A price has every decimal that was typed, and at least those of the currency. What is only bought has none. */
function SalePrice({ row }: { row: Row }) {
  const { decimals } = useUser().organization.currency
  if (row.sale_price === 0) return '–'
  return <Num>{formatNumber(row.sale_price, 6, decimals)}</Num>
}
